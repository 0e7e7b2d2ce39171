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

/** Where each column of a path begins. */
const startsIn = (path: string): number[] => [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x))

test('days run from where reading begins: in Arabic the first is at the right', () => {
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

test('a day with nothing has its place, no column, and a point of the line on the ground', () => {
  const days = newDayScale(3, 'ltr')
  const measure = newMeasureScale([0, 5, 5], 100, 0)
  assert.deepEqual(startsIn(drawColumns([0, 5, 5], days, measure)).length, 2)
  assert.match(drawLine([5, 0, 5], days, measure).line, /L[\d.]+,100L/)
})

test('the smallest value above nothing is seen beside the largest there can be', () => {
  const values = [1, 999_999_999_999]
  const path = drawColumns(values, newDayScale(2, 'ltr'), newMeasureScale(values, 100, 0))
  assert.match(path, /^M0 100V99h/)
  assert.doesNotMatch(path, /NaN|Infinity|e\+|-/)
})

test('without any payment there is ground, no column, and no line that means nothing', () => {
  const picture = draw([0, 0, 0], [0, 0, 0])
  assert.match(picture, /<path class="plot-main" d><\/path>/)
  assert.doesNotMatch(picture, /NaN|Infinity|plot-rule|dx=/)
  assert.match(picture, /plot-floor/)
})

test('one day is a column and a dot, named in the middle', () => {
  const picture = draw([5], [1])
  assert.match(picture, /class="plot-line" d="M500,[\d.]+Z"/)
  assert.match(picture, /text-anchor="middle">Day 0</)
})

test('lines of a scale are round numbers up to at least the largest value', () => {
  for (const largest of [1, 7, 96, 1_234, 5_000_000.5, 999_999_999_999]) {
    const scale = newMeasureScale([largest], 100, 0)
    const lines = linesOf(scale, [largest])
    const [top = 0] = lines.slice(-1)
    assert.ok(lines.length <= 5, String(lines))
    assert.ok(Math.max(...scale.domain()) >= largest && top > largest / 2, `${largest}: ${lines}`)
  }
})

test('few days are named, the first and the last always', () => {
  for (const count of [1, 2, 3, 5, 7, 30, 90, 365, 366]) {
    const named = namedDays(count).map(({ day }) => day)
    assert.ok(named.length <= 5 && named[0] === 0 && named.at(-1) === count - 1, `${count}: ${named}`)
  }
})

test('whatever text comes, it is text: nothing of it becomes markup', () => {
  const hostile = `"><script>alert('1')</script>&`
  const picture = draw([1, 2], [1, 2], 'ltr', hostile)
  assert.doesNotMatch(picture, /<script|="">/)
  assert.ok(picture.includes('&lt;script>') || picture.includes('&lt;script&gt;'))
})

test('a picture has a role, a title and a sentence, and no style of its own', () => {
  const picture = draw([1], [1])
  assert.match(picture, /<svg[^>]* role="img" aria-labelledby="volume-title volume-finding"/)
  assert.match(picture, /<title id="volume-title">Day<\/title><desc id="volume-finding">Day found<\/desc>/)
  assert.doesNotMatch(picture, /\sstyle=|<style|\son\w+=/)
})

test('a year of days is two paths and a row each: twice the days, twice the text and no more', () => {
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
