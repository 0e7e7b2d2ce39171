import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderHtml } from '../../html.ts'
import { DayPlot } from './day-plot.ts'
import {
  type Direction,
  drawColumns,
  drawLine,
  linesOf,
  namedDays,
  newDayScale,
  newMeasureScale,
  plotWidth,
} from './scales.ts'

const draw = (
  amounts: readonly number[],
  counts: readonly number[],
  direction: Direction = 'ltr',
  name = 'Day',
): string =>
  renderHtml(
    DayPlot({
      ...{ id: 'volume', title: name, finding: `${name} found`, direction },
      days: amounts.map((_, index) => `${name} ${index}`),
      columns: { label: name, values: amounts, format: String },
      line: { label: name, values: counts, format: String },
      numbers: { label: name, columns: [name, name], rows: amounts.map((amount) => [name, String(amount)]) },
    }) as Parameters<typeof renderHtml>[0],
  )

/** Returns the x where each column of a path begins. */
const startsIn = (path: string): number[] => [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x))

test('day plot: days follow the reading direction; in Arabic the first is at the right', () => {
  const [ltr, rtl] = (['ltr', 'rtl'] as const).map((direction) => {
    const days = newDayScale(4, direction)
    return startsIn(drawColumns([1, 2, 3, 4], days, newMeasureScale([4], 100, 0))).map(
      (x) => x + Math.round(days.bandwidth()) / 2,
    )
  })
  assert.deepEqual(
    ltr?.toSorted((a, b) => a - b),
    ltr,
  )
  assert.deepEqual(
    rtl?.map((x) => Math.round((plotWidth - x) / 10)),
    ltr?.map((x) => Math.round(x / 10)),
  )
})

test('day plot: a day without payments has its place, no column, and a point of the line at zero', () => {
  const days = newDayScale(3, 'ltr')
  const measure = newMeasureScale([0, 5, 5], 100, 0)
  assert.deepEqual(startsIn(drawColumns([0, 5, 5], days, measure)).length, 2)
  assert.match(drawLine([5, 0, 5], days, measure).line, /L[\d.]+,100L/)
})

test('day plot: the smallest positive value is visible beside the largest possible', () => {
  const values = [1, 999_999_999_999]
  const path = drawColumns(values, newDayScale(2, 'ltr'), newMeasureScale(values, 100, 0))
  assert.match(path, /^M0 100V99h/)
  assert.doesNotMatch(path, /NaN|Infinity|e\+|-/)
})

test('day plot: without payments there is a base line, no column and no grid line', () => {
  const picture = draw([0, 0, 0], [0, 0, 0])
  assert.match(picture, /<path class="plot-main" d><\/path>/)
  assert.doesNotMatch(picture, /NaN|Infinity|plot-rule|dx=/)
  assert.match(picture, /plot-floor/)
})

test('day plot: one day is a column and a dot, labelled in the middle', () => {
  const picture = draw([5], [1])
  assert.match(picture, /class="plot-line" d="M500,[\d.]+Z"/)
  assert.match(picture, /text-anchor="middle">Day 0</)
})

test('day plot: grid lines are round numbers, and the scale covers the largest value', () => {
  for (const largest of [1, 7, 96, 1_234, 5_000_000.5, 999_999_999_999]) {
    const scale = newMeasureScale([largest], 100, 0)
    const lines = linesOf(scale, [largest])
    const [top = 0] = lines.slice(-1)
    assert.ok(lines.length <= 5, String(lines))
    assert.ok(Math.max(...scale.domain()) >= largest && top > largest / 2, `${largest}: ${lines}`)
  }
})

test('day plot: at most five days have labels, the first and the last always', () => {
  for (const count of [1, 2, 3, 5, 7, 30, 90, 365, 366]) {
    const named = namedDays(count).map(({ day }) => day)
    assert.ok(named.length <= 5 && named[0] === 0 && named.at(-1) === count - 1, `${count}: ${named}`)
  }
})

test('day plot: texts are escaped', () => {
  const hostile = `"><script>alert('1')</script>&`
  const picture = draw([1, 2], [1, 2], 'ltr', hostile)
  assert.doesNotMatch(picture, /<script|="">/)
  assert.ok(picture.includes('&lt;script>') || picture.includes('&lt;script&gt;'))
})

test('day plot: the picture has a role, a title and a description, and no inline style', () => {
  const picture = draw([1], [1])
  assert.match(picture, /<svg[^>]* role="img" aria-labelledby="volume-title volume-finding"/)
  assert.match(picture, /<title id="volume-title">Day<\/title><desc id="volume-finding">Day found<\/desc>/)
  assert.doesNotMatch(picture, /\sstyle=|<style|\son\w+=/)
})

test('day plot: a year of days has at most 30 marks, and its size grows linearly with the days', () => {
  const sizeOf = (count: number): { readonly paths: number; readonly length: number } => {
    const values = Array.from({ length: count }, (_, day) => 1000 + ((day * 7919) % 1000))
    const picture = draw(values, values)
    return { paths: picture.match(/<(path|line|rect|text)\b/g)?.length ?? 0, length: picture.length }
  }
  const [half, whole] = [sizeOf(183), sizeOf(366)]
  assert.ok(whole.paths <= 30, `${whole.paths} marks`)
  assert.ok(whole.length < 2.1 * half.length, `${whole.length} after ${half.length}`)
  assert.ok(whole.length < 50_000, String(whole.length))
})
