"""A live character that never stops: one conversation, several model sessions, no seam.

Real-time models keep a session for a while only, and get slower and dearer as it grows. Here Juno
talks with 林悦 in two languages while her session is replaced by a fresh one behind the scenes:
prepared, warmed, told what was said meanwhile, and swapped in at the end of a turn. On the way a
connection fails, a sentence is half said when the new session is warmed, a download finishes, and
a transcript comes late.

Run it: ``python examples/live_character.py``. No key, no network; its clock runs ahead of yours.
"""

from __future__ import annotations

from holdfast import LiveSession, Memory, Settings
from holdfast.testing.clock import FrozenClock

USER, AGENT = "linyue", "juno"
CHARACTER = "You are Juno, a warm and witty friend. Answer in the language you are spoken to."
YESTERDAY = [
    {"role": "user", "content": "My sister Lily lives in Hangzhou with her cat, 年糕."},
    {"role": "assistant", "content": "A cat named after rice cake! I like her already."},
    {"role": "user", "content": "她在找新工作，可能会离开杭州。"},
    {"role": "assistant", "content": "希望她找到喜欢的。"},
    {"role": "user", "content": "I'll tell you when there is news."},
    {"role": "assistant", "content": "Please do."},
]


class PrintedSession(LiveSession):
    """Stands for a real-time model: it prints what it is told. The second cannot connect."""

    made = 0

    def __init__(self) -> None:
        PrintedSession.made += 1
        self.number = PrintedSession.made

    def warm(self, prompt: str) -> None:
        if self.number == 2:
            raise ConnectionError("the model's server is busy")
        self._show("begins with", prompt)

    def inject(self, text: str, *, speak: bool = False) -> None:
        self._show("is told and speaks of" if speak else "is told", text)

    def close(self) -> None:
        print(f"      | session {self.number} is closed")

    def _show(self, what: str, text: str) -> None:
        print(f"      | session {self.number} {what}:")
        for line in text.splitlines():
            print(f"      |   {line}")


class Talk:
    """What a voice front end does: it tells the memory and the handover who said what."""

    def __init__(self, memory: Memory, clock: FrozenClock) -> None:
        self.memory, self.clock = memory, clock
        self.handover = memory.handover(
            USER,
            AGENT,
            open_session=PrintedSession,
            prompt=CHARACTER,
            names=("Juno", "林悦"),
            settings={"林悦": {"妹妹": "莉莉"}},
        )
        self._shown = 0
        self.handover.start()
        self.show()

    def turn(self, asked: str, answered: str, *, seconds: float = 8) -> None:
        """The user says something, Juno answers word by word, the turn ends."""
        self.user(asked, seconds=seconds)
        self.juno(answered)

    def user(self, *parts: str, seconds: float = 8) -> None:
        """The user speaks; if in parts, a waiting session is warmed in the middle of it."""
        self.clock.advance(seconds)
        print(f"{self.clock.now():%M:%S} 林悦: {''.join(parts)}")
        for part in parts:
            self.handover.said("user", part)
            if part is not parts[-1]:
                self.warm()
        self.memory.add(USER, "".join(parts), agent=AGENT)

    def juno(self, answer: str) -> None:
        """Juno's words come as a stream of pieces that bring their own spaces."""
        self.clock.advance(2)
        print(f"{self.clock.now():%M:%S} Juno: {answer}")
        for start in range(0, len(answer), 6):
            self.handover.said("assistant", answer[start : start + 6], delta=True)
        self.memory.add(USER, {"role": "assistant", "content": answer}, agent=AGENT)
        self.handover.turn_end()
        self.show()

    def overheard(self, text: str, session: LiveSession) -> None:
        """A transcript comes when the session that heard the words is gone."""
        print(f"{self.clock.now():%M:%S} 林悦, heard before: {text}")
        self.handover.said("user", text, heard_by=session)
        self.memory.add(USER, text, agent=AGENT)

    def warm(self) -> None:
        """The slow part. A real front end runs it in a thread: `pool.submit(handover.warm)`."""
        self.memory.admin.run_jobs()  # what the worker of an open memory does by itself
        self.handover.warm()
        self.show()

    def show(self) -> None:
        """Print the steps that are new."""
        log = self.handover.log
        for step in log[self._shown :]:
            tokens = f" ({step.tokens} tokens)" if step.tokens else ""
            print(f"      > {' - '.join(filter(None, step[1:3]))}{tokens}")
        self._shown = len(log)


def main() -> None:
    """Talk for a minute and a half, with a memo so short that yesterday is a summary."""
    clock = FrozenClock()
    settings = Settings(memo_window=16, worker=False)
    with Memory.open(":memory:", settings=settings, clock=clock) as memory:
        memory.add(USER, YESTERDAY, agent=AGENT)
        clock.advance(86_400)
        memory.admin.run_jobs()
        talk = Talk(memory, clock)
        talk.turn("Hi Juno! I had a long day.", "Then sit down and tell me about it.")
        talk.turn("莉莉下个月要搬去成都了。", "真的吗？从杭州搬过去可不近。")
        talk.turn("是啊，她找到了新工作。", "替她高兴！年糕也一起去吗？", seconds=18)
        talk.turn("她想带上年糕，可是猫怕坐飞机。", "高铁可以托运宠物，也许更安稳。")
        talk.warm()
        talk.turn("我查查看。", "好，我等你。", seconds=6)
        first = talk.handover.session
        talk.user("五个半小时，", "还行吧。")
        talk.juno("那就坐高铁吧，年糕睡一觉就到了。")
        talk.overheard("对了，机票我退掉。", first)
        talk.turn("Can you look up pet carriers?", "On it. I'll tell you when I have a list.")
        talk.handover.news("The search is done: 3 carriers below 300 yuan, the grey one in stock.")
        talk.warm()
        talk.turn("Thanks, I'll make some tea meanwhile.", "Enjoy your tea!")
        swaps = sum(step.what == "swapped" for step in talk.handover.log)
        print(f"One conversation, {swaps + 1} sessions that spoke, nothing lost.")
        talk.handover.close()


if __name__ == "__main__":
    main()
