"""Notes in Chinese, Japanese and Korean, some with Latin words among them, and what is asked about them.

A question has a part of the line's own characters, seldom at the borders that a dictionary would see.
"""

from __future__ import annotations

import random

from bench.quality.queries import Family
from bench.quality.sheets import Asked, Sheet

_ZH = ("云图", "青鸟", "长城", "海棠", "北斗", "星火", "麦田", "白鹭", "紫荆", "天工")
_JA = ("白鷺", "若葉", "雪風", "青海", "千歳", "花菱", "風鈴", "銀河", "夕凪", "朝霧")
_KO = ("한빛", "새벽", "푸른솔", "은하수", "나래", "도담", "가람", "미르", "해오름", "다솜")

_ZH_FACTS = (
    ("- 项目负责人：{v}", ("{n}负责人", "{n}项目的负责人是谁"), ("李雷", "王芳", "张伟", "刘洋", "陈静")),
    ("服务器部署在{v}机房。", ("{n}服务器在哪个机房", "{n}部署机房"), ("上海", "杭州", "成都", "香港")),
    ("- **预算**：{v}万元", ("{n}预算", "{n}的预算是多少"), ("三十", "四十五", "六十", "一百二十")),
    ("数据库密码存放在{v}里。", ("{n}数据库密码", "{n}密码存放"), ("保险柜", "Vault", "财务抽屉")),
    ("每周{v}开例会，地点三楼。", ("{n}例会", "{n}什么时候开例会"), ("一上午", "三下午", "五上午")),
    ("认证服务使用{v}令牌。", ("{n}认证令牌", "{n}认证服务"), ("JWT", "OAuth", "PASETO")),
)
_JA_FACTS = (
    ("- 担当者：{v}", ("{n}担当者", "{n}の担当者は誰"), ("佐藤", "鈴木", "高橋", "田中", "渡辺")),
    (
        "サーバーは{v}のデータセンターにあります。",
        ("{n}データセンター", "{n}サーバー"),
        ("大阪", "福岡", "札幌"),
    ),
    (
        "- **締め切り**：{v}",
        ("{n}締め切り", "{n}の締め切りはいつ"),
        ("三月末", "六月十日", "年内", "来年五月"),
    ),
    ("会議室は{v}を予約済みです。", ("{n}会議室", "{n}会議室の予約"), ("四階東", "二階", "別館")),
    ("国際標準化の窓口は{v}が務めます。", ("{n}国際標準化", "{n}標準化の窓口"), ("中村", "小林", "加藤")),
    ("デプロイには{v}を使う。", ("{n}デプロイ", "{n}のデプロイ方法"), ("Kubernetes", "Ansible", "手順書")),
)
_KO_FACTS = (
    ("- 담당자: {v}", ("{n} 담당자", "{n} 담당자가 누구"), ("김민수", "이서연", "박지훈", "최유진")),
    ("서버는 {v} 데이터센터에 있습니다.", ("{n} 데이터센터", "{n} 서버 위치"), ("판교", "부산", "춘천")),
    ("- **마감일**: {v}", ("{n} 마감일", "{n} 마감일이 언제"), ("삼월 말", "유월 십일", "연내")),
    ("회의는 매주 {v}에 열립니다.", ("{n} 회의", "{n} 매주 회의"), ("화요일", "목요일", "금요일")),
    ("배포할 때는 {v}을 씁니다.", ("{n} 배포", "{n} 배포할 때"), ("Jenkins", "스크립트", "Argo CD")),
    ("비밀번호는 {v}에 보관합니다.", ("{n} 비밀번호", "{n} 비밀번호 보관"), ("금고", "Vault", "서랍")),
)
_SCRIPTS = (
    ("zh", _ZH, _ZH_FACTS, "下周再讨论细节。"),
    ("ja", _JA, _JA_FACTS, "詳細は来週相談する。"),
    ("ko", _KO, _KO_FACTS, "자세한 내용은 다음 주에 논의."),
)


def script_sheets(chance: random.Random, second: int) -> list[Sheet]:
    """One note for every name in every script; `second` is which of two questions is asked."""
    sheets: list[Sheet] = []
    for folder, names, facts, closing in _SCRIPTS:
        for name in names:
            lines, asked = [f"# {name}", ""], []
            for template, questions, values in chance.sample(facts, 4):
                line = template.replace("{v}", chance.choice(values))
                if not line.startswith("- ") and lines[-1]:
                    lines.append("")
                lines.append(line)
                asked.append(Asked(Family.CJK, questions[second].replace("{n}", name), line, folder))
            sheets.append(Sheet(f"{folder}/{name}.md", [*lines, "", closing], asked))
    return sheets
