"""Requests and answers as they go over the wire, in every shape that providers have.

The texts are as clients and providers write them: with their spaces, orders, escapes and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

CHAT, RESPONSES = "chat/completions", "responses"
JSON, EVENTS = "application/json", "text/event-stream"
PICTURE = "data:image/png;base64," + "iVBORw0KGgo" * 40
TOOL = '{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"c":{"type":"string"}}}}}'


class Recorded(NamedTuple):
    """One exchange. `blocks` is how often memory goes into the request, `kept` what is kept of the
    answer (None: nothing, and nothing of the question)."""

    name: str
    path: str
    request: str
    answer: tuple[str, ...]
    kept: str | None = ""
    kind: str = JSON
    status: int = 200
    cut: bool = False
    blocks: int = 2
    headers: tuple[tuple[str, str], ...] = ()


def chat(messages: str, more: str = "") -> str:
    return f'{{"model":"m","messages":[{messages}]{more}}}'


Q = '{"role":"user","content":"What do I eat?"}'
S = '{"role":"system","content":"Be kind."}'
DONE = "data: [DONE]\n\n"


def choice(message: str, more: str = "", ended: str = "stop") -> tuple[str, ...]:
    told = f'{{"index":0,"message":{message},"finish_reason":"{ended}"}}'
    return (f'{{"id":"c1","object":"chat.completion","model":"m","choices":[{told}]{more}}}',)


def words(text: str, more: str = "") -> tuple[str, ...]:
    return choice(f'{{"role":"assistant","content":"{text}"}}', more)


def chunk(delta: str, ended: str = "null", index: int = 0, more: str = "") -> str:
    return (
        f'data: {{"id":"c1","object":"chat.completion.chunk","choices":[{{"index":{index},'
        f'"delta":{delta}{more},"finish_reason":{ended}}}]}}\n\n'
    )


def say(text: str, index: int = 0, more: str = "") -> str:
    return chunk(f'{{"content":"{text}"}}', index=index, more=more)


STOP = chunk("{}", '"stop"')
STREAM = ',"stream":true'

PLAIN = (
    Recorded("plain", CHAT, chat(Q), words("Pasta."), "Pasta."),
    Recorded("with a prompt", CHAT, chat(f"{S},{Q}"), words("Pasta."), "Pasta."),
    Recorded(
        "developer prompt in parts",
        CHAT,
        chat(f'{{"role":"developer","content":[{{"type":"text","text":"Be kind."}}]}},{Q}'),
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "spread over lines",
        CHAT,
        '{\n  "messages" : [\n    {\n      "content" : "What do I eat?" ,\n      "role" : "user"\n    }\n  ] ,\n'
        '  "model" : "m"\n}\n',
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "numbers as they are written",
        CHAT,
        chat(Q, ',"temperature":0.70,"top_p":1.0,"seed":12345678901234567890,"max_tokens":1e3'),
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "escapes as they are written",
        CHAT,
        chat('{"role":"user","content":"\\u4f60\\u597d \\/ \\ud83d\\ude00 \\"eat\\" \\\\"}'),
        words("\\u597d"),
        "好",
    ),
    Recorded("Chinese", CHAT, chat('{"role":"user","content":"我吃什么？"}'), words("面。"), "面。"),
    Recorded(
        "a name twice",
        CHAT,
        '{"model":"a","model":"m","messages":[{"role":"user","content":"x","content":"What do I eat?"}]}',
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "unknown fields",
        CHAT,
        chat(Q, ',"x_vendor":{"deep":[1,null,{"a":[]}]},"chat_template_kwargs":{"thinking":false}'),
        words("Pasta.", ',"x_timings":{"ms":1.50}'),
        "Pasta.",
    ),
    Recorded(
        "JSON mode",
        CHAT,
        chat(Q, ',"response_format":{"type":"json_object"}'),
        words('{\\"dish\\":\\"pasta\\"}'),
        '{"dish":"pasta"}',
    ),
    Recorded(
        "a schema",
        CHAT,
        chat(
            Q,
            ',"response_format":{"type":"json_schema","json_schema":{"name":"d","strict":true,"schema":{}}}',
        ),
        words("{}"),
        "{}",
    ),
    Recorded(
        "several choices",
        CHAT,
        chat(Q, ',"n":2'),
        (
            (
                '{"choices":[{"index":0,"message":{"role":"assistant","content":"A."}},'
                '{"index":1,"message":{"role":"assistant","content":"B."}}]}'
            ),
        ),
        "A.",
    ),
    Recorded(
        "logprobs",
        CHAT,
        chat(Q, ',"logprobs":true,"top_logprobs":2'),
        (
            (
                '{"choices":[{"index":0,"message":{"role":"assistant","content":"A."},"logprobs":'
                '{"content":[{"token":"A","logprob":-0.10,"bytes":[65],"top_logprobs":[]}]}}]}'
            ),
        ),
        "A.",
    ),
    Recorded(
        "a refusal",
        CHAT,
        chat(Q),
        choice('{"role":"assistant","content":null,"refusal":"I cannot."}'),
        "I cannot.",
    ),
    Recorded(
        "thoughts are passed and not kept",
        CHAT,
        chat(Q),
        choice('{"role":"assistant","reasoning_content":"Hm.","content":"Pasta."}'),
        "Pasta.",
    ),
    Recorded(
        "a tool is called",
        CHAT,
        chat(Q, f',"tools":[{TOOL}],"tool_choice":"auto","parallel_tool_calls":true'),
        choice(
            '{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":'
            '{"name":"weather","arguments":"{\\"c\\":\\"Lyon\\"}"}}]}',
            ended="tool_calls",
        ),
        "",
    ),
    Recorded(
        "a tool has answered",
        CHAT,
        chat(
            f'{Q},{{"role":"assistant","content":null,"tool_calls":[{{"id":"t","type":"function",'
            '"function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"18°"}'
        ),
        words("Soup."),
        "Soup.",
    ),
    Recorded(
        "a function of old",
        CHAT,
        chat(Q, ',"functions":[{"name":"f"}]'),
        choice('{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}}'),
        "",
    ),
    Recorded(
        "a picture by address",
        CHAT,
        chat(
            '{"role":"user","content":[{"type":"text","text":"What do I eat?"},{"type":"image_url",'
            '"image_url":{"url":"https://example.com/a.png","detail":"low"}}]}'
        ),
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "a picture in it",
        CHAT,
        chat(
            f'{{"role":"user","content":[{{"type":"image_url","image_url":{{"url":"{PICTURE}"}}}},'
            '{"type":"text","text":"What do I eat?"}]}'
        ),
        words("Pasta."),
        "Pasta.",
    ),
    Recorded(
        "sound",
        CHAT,
        chat(
            '{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"AAAA","format":"wav"}}]}',
            ',"modalities":["text","audio"],"audio":{"voice":"v","format":"wav"}',
        ),
        choice(
            '{"role":"assistant","content":null,"audio":{"id":"a","data":"AAAA","transcript":"Pasta."}}'
        ),
        "Pasta.",
    ),
    Recorded(
        "a beginning to go on from",
        CHAT,
        chat(f'{Q},{{"role":"assistant","content":"You eat "}}'),
        words("pasta."),
        "pasta.",
    ),
    Recorded("an answer of nothing", CHAT, chat(Q), words(""), None),
    Recorded("cut by length", CHAT, chat(Q), choice('{"role":"assistant","content":"Pas"}', ended="length"), "Pas"),
    Recorded("an answer that is no JSON", CHAT, chat(Q), ("<html>",), None, kind="text/html"),
    Recorded("an answer in pieces", CHAT, chat(Q), (words("Pasta.")[0][:40], words("Pasta.")[0][40:]), "Pasta."),
    Recorded("an answer that breaks off", CHAT, chat(Q), (words("Pasta.")[0][:60],), None, cut=True),
    Recorded(
        "refused", CHAT, chat(Q), ('{"error":{"message":"No.","type":"invalid_request_error","param":null,"code":null}}',),
        None, status=400,
    ),
    Recorded(
        "too often", CHAT, chat(Q), ('{"error":{"message":"Slow down."}}',), None, status=429,
        headers=(("retry-after", "7"), ("x-ratelimit-remaining-requests", "0")),
    ),
    Recorded("a server that fails", CHAT, chat(Q), ("upstream connect error",), None, status=503, kind="text/plain"),
    Recorded("messages that are none", CHAT, '{"model":"m","messages":"hello"}', ("{}",), None, status=400, blocks=0),
    Recorded("no messages", CHAT, '{"model":"m","messages":[]}', ("{}",), None, status=400, blocks=0),
)  # fmt: skip

STREAMS = (
    Recorded("streamed", CHAT, chat(Q, STREAM), (say("Pas"), say("ta."), STOP, DONE), "Pasta.", EVENTS),
    Recorded(
        "streamed with usage",
        CHAT,
        chat(Q, STREAM + ',"stream_options":{"include_usage":true}'),
        (say("Pasta."), STOP, 'data: {"choices":[],"usage":{"total_tokens":3}}\n\n', DONE),
        "Pasta.",
        EVENTS,
    ),
    Recorded("streamed in one piece", CHAT, chat(Q, STREAM), (say("Pas") + say("ta.") + STOP + DONE,), "Pasta.", EVENTS),
    Recorded(
        "streamed in halves of events", CHAT, chat(Q, STREAM),
        (say("Pasta.")[:20], say("Pasta.")[20:] + STOP[:9], STOP[9:] + DONE), "Pasta.", EVENTS,
    ),
    Recorded(
        "other line ends and comments", CHAT, chat(Q, STREAM),
        (": ping\r\n\r\n", say("Pasta.").replace("\n", "\r\n"), DONE.replace("\n", "\r\n")), "Pasta.", EVENTS,
    ),
    Recorded("without an end", CHAT, chat(Q, STREAM), (say("Pasta."), STOP), "Pasta.", EVENTS),
    Recorded(
        "Chinese in halves of letters", CHAT, chat(Q, STREAM),
        (say("面") + say("条") + STOP + DONE,), "面条", EVENTS,
    ),
    Recorded(
        "several choices streamed", CHAT, chat(Q, STREAM + ',"n":2'),
        (say("A"), say("B", 1), say("a."), say("b.", 1), STOP, DONE), "Aa.", EVENTS,
    ),
    Recorded(
        "logprobs streamed", CHAT, chat(Q, STREAM),
        (say("A.", more=',"logprobs":{"content":[]}'), STOP, DONE), "A.", EVENTS,
    ),
    Recorded(
        "a refusal streamed", CHAT, chat(Q, STREAM),
        (chunk('{"refusal":"I can"}'), chunk('{"refusal":"not."}'), STOP, DONE), "I cannot.", EVENTS,
    ),
    Recorded(
        "a tool called in a stream", CHAT, chat(Q, STREAM + f',"tools":[{TOOL}]'),
        (
            chunk('{"tool_calls":[{"index":0,"id":"t","type":"function","function":{"name":"weather","arguments":""}}]}'),
            chunk('{"tool_calls":[{"index":0,"function":{"arguments":"{\\"c\\":"}}]}'),
            chunk('{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}'),
            chunk("{}", '"tool_calls"'), DONE,
        ),
        "", EVENTS,
    ),
    Recorded("cut in the middle", CHAT, chat(Q, STREAM), (say("Pas"), say("ta")), "Pasta", EVENTS, cut=True),
    Recorded("cut within an event", CHAT, chat(Q, STREAM), (say("Pas"), say("ta.")[:30]), "Pas", EVENTS, cut=True),
    Recorded("cut before a word", CHAT, chat(Q, STREAM), (chunk('{"role":"assistant"}'),), None, EVENTS, cut=True),
    Recorded(
        "an error in a stream", CHAT, chat(Q, STREAM),
        (say("Pas"), 'data: {"error":{"message":"overloaded"}}\n\n'), "Pas", EVENTS,
    ),
    Recorded("a stream that is refused", CHAT, chat(Q, STREAM), ('{"error":{"message":"No."}}',), None, status=401),
)  # fmt: skip


def response(output: str, status: str = "completed") -> str:
    return f'{{"id":"r1","object":"response","status":"{status}","output":[{output}]}}'


def message(text: str) -> str:
    return (
        '{"type":"message","id":"m1","role":"assistant","status":"completed","content":'
        f'[{{"type":"output_text","text":"{text}","annotations":[]}}]}}'
    )


def asks(given: str, more: str = "") -> str:
    return f'{{"model":"m","input":{given}{more}}}'


def event(name: str, more: str) -> str:
    return f'event: {name}\ndata: {{"type":"{name}",{more}}}\n\n'


CALL = '{"type":"function_call","id":"f","call_id":"t","name":"weather","arguments":"{}"}'
DELTA = '"output_index":0,"content_index":0,"delta":'
CREATED = event("response.created", f'"response":{response("", "in_progress")}')


def ended(output: str, how: str = "completed") -> str:
    return event(f"response.{how}", f'"response":{response(output, how)}')


OF_RESPONSES = (
    Recorded("a text", RESPONSES, asks('"What do I eat?"'), (response(message("Pasta.")),), "Pasta."),
    Recorded(
        "instructions", RESPONSES, asks('"What do I eat?"', ',"instructions":"Be kind.","store":false'),
        (response(message("Pasta.")),), "Pasta.",
    ),
    Recorded(
        "items", RESPONSES,
        asks('[{"type":"message","role":"user","content":[{"type":"input_text","text":"What do I eat?"}]}]'),
        (response(message("Pasta.")),), "Pasta.",
    ),
    Recorded(
        "a picture and items", RESPONSES,
        asks(f'[{{"role":"user","content":[{{"type":"input_text","text":"What do I eat?"}},{{"type":"input_image","image_url":"{PICTURE}"}}]}}]'),
        (response(message("Pasta.")),), "Pasta.",
    ),
    Recorded(
        "thoughts among the items", RESPONSES,
        asks('[{"role":"user","content":"What do I eat?"},{"type":"reasoning","id":"rs","summary":[]}]', ',"reasoning":{"effort":"low"}'),
        (response('{"type":"reasoning","id":"rs","summary":[]},' + message("Pasta.")),), "Pasta.",
    ),
    Recorded(
        "what came before is the provider's", RESPONSES,
        asks('"And then?"', ',"previous_response_id":"r0"'), (response(message("Tea.")),), "Tea.",
    ),
    Recorded(
        "a stored prompt", RESPONSES, asks('"What do I eat?"', ',"prompt":{"id":"p1"}'),
        (response(message("Pasta.")),), "Pasta.", blocks=2,
    ),
    Recorded(
        "a function called", RESPONSES, asks('"Weather?"', ',"tools":[{"type":"function","name":"weather"}]'),
        (response(CALL),), "",
    ),
    Recorded(
        "a function has answered", RESPONSES,
        asks('[{"type":"function_call_output","call_id":"t","output":"18°"}]', ',"previous_response_id":"r0"'),
        (response(message("Soup.")),), "Soup.", blocks=1,
    ),
    Recorded(
        "responses refused", RESPONSES, asks('"What do I eat?"'), ('{"error":{"message":"No."}}',), None, status=400
    ),
    Recorded("in the background", RESPONSES, asks('"Write."', ',"background":true'), (response("", "queued"),), None),
    Recorded(
        "events", RESPONSES, asks('"What do I eat?"', STREAM),
        (
            CREATED,
            event("response.output_text.delta", DELTA + '"Pas"'),
            event("response.output_text.delta", DELTA + '"ta."'),
            event("response.output_item.done", f'"output_index":0,"item":{message("Pasta.")}'),
            ended(message("Pasta.")),
        ),
        "Pasta.", EVENTS,
    ),
    Recorded(
        "a function called in events", RESPONSES, asks('"Weather?"', STREAM),
        (
            CREATED,
            event("response.function_call_arguments.delta", '"output_index":0,"delta":"{}"'),
            event("response.output_item.done", f'"output_index":0,"item":{CALL}'),
            ended(CALL),
        ),
        "", EVENTS,
    ),
    Recorded(
        "a refusal in events", RESPONSES, asks('"What do I eat?"', STREAM),
        (
            CREATED, event("response.refusal.delta", DELTA + '"I cannot."'),
            ended('{"type":"message","id":"m1","role":"assistant","content":[{"type":"refusal","refusal":"I cannot."}]}'),
        ),
        "I cannot.", EVENTS,
    ),
    Recorded(
        "events that end early", RESPONSES, asks('"What do I eat?"', STREAM),
        (CREATED, event("response.output_text.delta", DELTA + '"Pas"'), ended(message("Pas"), "incomplete")),
        "Pas", EVENTS,
    ),
    Recorded(
        "events that fail", RESPONSES, asks('"What do I eat?"', STREAM),
        (CREATED, event("response.output_text.delta", DELTA + '"Pas"'), ended(message("Pas"), "failed")),
        "Pas", EVENTS,
    ),
    Recorded(
        "events cut off", RESPONSES, asks('"What do I eat?"', STREAM),
        (CREATED, event("response.output_text.delta", DELTA + '"Pas"')), "Pas", EVENTS, cut=True,
    ),
)  # fmt: skip

ALL = (*PLAIN, *STREAMS, *OF_RESPONSES)


def pieces(shape: Recorded) -> Iterator[bytes]:
    """The answer's bytes; letters of several bytes are torn where the name says so."""
    for piece in shape.answer:
        data = piece.encode()
        if "halves of letters" in shape.name:
            yield from (data[at : at + 1] for at in range(len(data)))
        else:
            yield data
