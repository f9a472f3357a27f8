"""Where standard error is no terminal, a line a minute says where a run stands."""

import io

from analyser.cli.watching import clock, lines

from analyser.runs.playing import Progress


def test_a_line_a_minute_with_the_estimate() -> None:
    out, moments = io.StringIO(), iter([100.0, 130.0, 160.0, 190.0, 221.0])
    watch = lines(out, before=1_000, now=lambda: next(moments))
    boards = "B minus A"
    watch(Progress(2_500, 21_000, 0, None, None, boards))
    watch(Progress(4_000, 21_000, 0, None, None, boards))  # after 60 s: too early for an estimate
    watch(Progress(5_500, 21_000, 0, 0.0214, 0.0052, boards))
    watch(Progress(7_050, 21_000, 2, -0.0214, 0.0052, boards, "draft"))
    assert out.getvalue().splitlines() == [
        "4,000 of 21,000 games · 50 games/s · 5:40 left",
        "7,050 of 21,000 games · 50 games/s · 4:39 left · B minus A (draft) -2.14 ± 0.52 pp so far · 2 batches failed",
    ]


def test_a_share_is_told_in_percent_and_long_times_in_hours() -> None:
    out, moments = io.StringIO(), iter([0.0, 60.0])
    watch = lines(out, before=0, now=lambda: next(moments))
    watch(Progress(60, 6_060, 0, 0.2514, 0.031, "share of seat 1"))
    assert out.getvalue() == "60 of 6,060 games · 1.0 games/s · 1:40:00 left · share of seat 1 25.14 ± 3.10 % so far\n"
    assert [clock(seconds) for seconds in (0.4, 59.6, 3_600)] == ["0:00", "1:00", "1:00:00"]
