"""Juno, a companion in the terminal who remembers you.

She works with no model and no key: then she answers with what she remembers. Name a model
(HOLDFAST_MODEL_URL, HOLDFAST_MODEL_NAME) and she talks. Her memory is a file, or a server's:

    python examples/chat_companion.py --db juno.db
    python examples/chat_companion.py --url http://127.0.0.1:48912      (the key in HOLDFAST_KEY)

With neither she forgets you when you leave. Say /recent, /forget or /quit.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from holdfast import Hit, Memory, Settings, load_settings
from holdfast.client import RemoteMemory

AGENT, SESSION = "juno", "terminal"
CHARACTER = "You are Juno, a warm friend. Answer briefly, in the language you are spoken to."


def main() -> None:
    options = argparse.ArgumentParser(description="Talk with Juno.")
    options.add_argument("--db", default=":memory:", help="a file for her memory")
    options.add_argument("--url", help="a server that keeps her memory")
    options.add_argument("--user", default="you", help="who you are")
    chosen = options.parse_args()
    # The one line that differs: everything below is the same for a file and for a server.
    with RemoteMemory.open(chosen.url) if chosen.url else Memory.open(chosen.db) as memory:
        print("Juno: Hello! 你好！ Tell me something.")
        for line in sys.stdin:
            said = line.strip()
            if said == "/quit":
                break
            if said:
                print(f"Juno: {answer(memory, chosen.user, said)}")
        print("Juno: See you. 再见！")


def answer(memory: Memory | RemoteMemory, user: str, said: str) -> str:
    """What she says to a line, or to a command."""
    if said == "/recent":
        return "Lately:\n" + memory.history(user, AGENT, names=("Juno", user))
    if said == "/forget":
        receipt = memory.forget(user, agent=AGENT)
        return f"I have forgotten all {receipt.messages} things we said."
    # What to remember is asked before this line is added, so that it is not its own answer.
    known = memory.context(user, said, budget=300, agent=AGENT)
    reply = by_model(known.text, said) or by_heart(known.hits, said)
    turn = [{"role": "user", "content": said}, {"role": "assistant", "content": reply}]
    if isinstance(memory, RemoteMemory):
        memory.add_later(user, turn, session=SESSION, agent=AGENT)  # the chat never waits
        memory.flush(1)
    else:
        memory.add(user, turn, session=SESSION, agent=AGENT)
    return reply


def by_heart(hits: tuple[Hit, ...], said: str) -> str:
    """Without a model: what she was told of the same words."""
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in said)
    told = [hit.text for hit in hits if hit.role == "user" and hit.scores.get("text")]
    if told:
        return f"我记得你说过：{told[0]}" if chinese else f"You told me: {told[0]}"
    return "我记住了。" if chinese else "I will remember that."


def by_model(known: str, said: str) -> str:
    """With a model, if one is set and answers; else nothing."""
    settings: Settings = load_settings()
    if not settings.model_name:
        return ""
    from holdfast.ports.models import Prompt
    from holdfast.providers.openai_compatible import Client, Endpoint, OpenAICompatibleModel

    with closing(Client(Endpoint(settings.model_url, settings.model_key))) as client:
        model = OpenAICompatibleModel(client, settings.model_name)
        reply = model.reply(Prompt(f"{CHARACTER}\n\n{known}", [said]))
    return reply.text.strip()  # a model that is away costs her nothing but wit


if __name__ == "__main__":
    main()
