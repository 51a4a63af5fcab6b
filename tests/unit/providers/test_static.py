"""The offline embedder: the same vectors always, both languages in one space, numpy alone."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from holdfast.errors import ModelRefused, ModelUnavailable
from holdfast.providers.static import HEAD, Header, StaticEmbedder, shipped_table

PAIRS = [
    ("My sister is a nurse at the children's hospital.", "我姐姐在儿童医院当护士。"),
    ("I am allergic to peanuts.", "我对花生过敏。"),
    ("We adopted a kitten last weekend.", "我们上周末领养了一只小猫。"),
    ("He moved to Shanghai for a new job.", "他为了新工作搬到了上海。"),
    ("I want to learn to play the guitar.", "我想学弹吉他。"),
    ("The flight to Tokyo was delayed.", "去东京的航班延误了。"),
    ("My father had heart surgery.", "我父亲做了心脏手术。"),
    ("She is getting married in October.", "她十月份结婚。"),
    ("I lost my wallet on the subway.", "我在地铁上丢了钱包。"),
    ("I feel lonely and can't sleep.", "我觉得孤独，睡不着。"),
    ("Our favourite restaurant serves hot pot.", "我们最喜欢的餐厅是吃火锅的。"),
    ("The exam on mathematics was very hard.", "数学考试很难。"),
    ("Grandma grows tomatoes in her garden.", "奶奶在花园里种西红柿。"),
    ("I bought a new laptop yesterday.", "我昨天买了新的笔记本电脑。"),
    ("It snowed heavily this winter.", "今年冬天下了很大的雪。"),
    ("He quit smoking two years ago.", "他两年前戒烟了。"),
    ("The children love swimming in the sea.", "孩子们喜欢在海里游泳。"),
    ("I am reading a book about history.", "我在看一本历史书。"),
    ("My boss shouted at me in the meeting.", "老板在会议上对我大吼。"),
    ("We watched a football match together.", "我们一起看了足球比赛。"),
]


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


def test_identity_names_the_table_and_its_digest(embedder):
    name, digest, head = embedder.identity.split(":")
    data = shipped_table().read_bytes()
    body = data[embedder.header.begins :]
    assert name == embedder.header.name
    assert hashlib.sha256(body).hexdigest().startswith(digest)
    assert (len(digest), int(head)) == (12, HEAD)


def test_the_table_stays_small(embedder):
    assert shipped_table().stat().st_size <= 18_000_000
    assert embedder.dimensions == 256


def test_another_file_is_refused(tmp_path):
    other = tmp_path / "table.bin"
    other.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(ValueError, match="not a table"):
        Header.of(other)


def test_making_an_embedder_reads_nothing(tmp_path):
    embedder = StaticEmbedder(tmp_path / "absent")
    with pytest.raises(ModelUnavailable, match="cannot be read"):
        embedder.embed(["hello"])


def test_another_file_refuses_to_embed(tmp_path):
    other = tmp_path / "table.bin"
    other.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(ModelRefused, match="no table"):
        StaticEmbedder(other).embed(["hello"])


def test_vectors_are_float32_of_length_one(embedder):
    vectors = embedder.embed(["I live in Paris.", "我住在巴黎。", "zxqvy", "2031-44"])
    assert vectors.dtype == np.float32
    assert vectors.shape == (4, embedder.dimensions)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("text", ["", "   ", "?!…", "🎉🎉", "。，"])
def test_a_text_without_words_is_the_zero_vector(embedder, text):
    assert embedder.tokens(text) == []
    assert not embedder.embed([text]).any()
    assert not embedder.embed_weighted(text, lambda _: 1.0).any()


def test_no_texts_give_no_rows(embedder):
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_the_same_text_has_the_same_vector_alone_and_among_others(embedder):
    many = [text for pair in PAIRS for text in pair] * 40
    vectors = embedder.embed(["", *many])
    assert np.array_equal(vectors, StaticEmbedder().embed(["", *many]))
    alone = np.concatenate([embedder.embed([text]) for text in many[:40]])
    assert np.allclose(vectors[1:41], alone, atol=1e-6)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我們在學習漢語", "我们在学习汉语"),
        ("Ｈｅｌｌｏ　Ｗｏｒｌｄ", "hello world"),
        ("The CAT sat", "the cat sat"),
        ("a café in Zürich", "a cafe in zurich"),
        ("I don’t know", "I don't know"),
    ],
)
def test_what_looks_alike_is_alike(embedder, one, other):
    assert embedder.tokens(one) == embedder.tokens(other)
    assert np.array_equal(embedder.embed([one]), embedder.embed([other]))


def test_mixed_text_is_the_sum_of_its_parts(embedder):
    mixed = embedder.tokens("Lily搬到成都 in 2024")
    assert mixed == [
        row for part in ("Lily", "搬到成都", "in", "2024") for row in embedder.tokens(part)
    ]


def test_the_longest_words_are_taken_first(embedder):
    words = embedder._table.tokens.words
    assert embedder.tokens("人工智能") == [words["人工智能"]]
    assert embedder.tokens("喜欢猫") == [words["喜欢"], words["猫"]]


def test_unknown_words_fall_back_to_stem_then_spelling(embedder):
    words = embedder._table.tokens.words
    assert embedder.tokens("sister's") == [words["sister"]]
    spelled = embedder.tokens("zorblaxian")
    assert len(spelled) == 10
    assert min(spelled) >= len(words)
    assert max(spelled) < embedder.header.rows
    near = embedder.embed(["zorblaxian", "zorblaxians", "quimpertide"])
    assert near[0] @ near[1] > near[0] @ near[2]


def test_a_very_long_run_stays_cheap(embedder):
    assert len(embedder.tokens("x" * 100_000)) < 100


def test_numbers_have_rows(embedder):
    vectors = embedder.embed(["my code is 839201", "my code is 839201", "my code is 55417"])
    assert np.array_equal(vectors[0], vectors[1])
    assert not np.array_equal(vectors[0], vectors[2])


def test_weights_shift_the_vector(embedder):
    ids = embedder.tokens("Caroline likes pottery")
    plain = embedder.embed(["Caroline likes pottery"])[0]
    assert np.allclose(embedder.embed_tokens(ids), plain, atol=1e-6)
    assert np.allclose(embedder.embed_tokens(ids, [1, 1, 1]), plain, atol=1e-6)
    pottery = embedder.embed(["pottery"])[0]
    heavy = embedder.embed_weighted("Caroline likes pottery", lambda r: 9.0 if r == ids[2] else 0.1)
    assert heavy @ pottery > plain @ pottery


def test_each_sentence_finds_its_translation(embedder):
    english = embedder.embed([e for e, _ in PAIRS])
    chinese = embedder.embed([c for _, c in PAIRS])
    likeness = english @ chinese.T
    right = np.arange(len(PAIRS))
    assert (likeness.argmax(axis=1) == right).mean() >= 0.9
    assert (likeness.argmax(axis=0) == right).mean() >= 0.9


def test_threads_may_share_one(embedder):
    texts = [text for pair in PAIRS for text in pair]
    wanted = embedder.embed(texts)
    fresh = StaticEmbedder()
    with ThreadPoolExecutor(8) as pool:
        for vectors in pool.map(lambda _: fresh.embed(texts), range(32)):
            assert np.array_equal(vectors, wanted)


def test_nothing_heavy_is_imported():
    script = (
        "import sys; from holdfast.providers.static import StaticEmbedder\n"
        "assert 'numpy' not in sys.modules, 'numpy at import'\n"
        "StaticEmbedder().embed(['hello 你好'])\n"
        "bad = {'onnxruntime', 'scipy', 'torch', 'jieba', 'rjieba'} & set(sys.modules)\n"
        "assert not bad, bad\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
