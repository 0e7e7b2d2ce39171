import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderHtml } from '../../html.ts'
import { BarPlot, placeParts } from './bar-plot.ts'

const parts = [
  { ink: 'main', share: 0.5 },
  { ink: 'second', share: 0 },
  { ink: 'bad', share: 0.25 },
] as const

test('bar plot: parts follow one another in reading direction, and empty parts are left out', () => {
  assert.deepEqual(placeParts(parts, 'ltr'), [
    { ink: 'main', x: 0, width: 50 },
    { ink: 'bad', x: 50, width: 25 },
  ])
  assert.deepEqual(placeParts(parts, 'rtl'), [
    { ink: 'main', x: 50, width: 50 },
    { ink: 'bad', x: 25, width: 25 },
  ])
})

test('bar plot: a share above 1 or below 0 is cut to the track', () => {
  assert.deepEqual(placeParts([{ ink: 'main', share: 3 }], 'ltr'), [{ ink: 'main', x: 0, width: 100 }])
  assert.deepEqual(placeParts([{ ink: 'main', share: 3 }], 'rtl'), [{ ink: 'main', x: 0, width: 100 }])
  assert.deepEqual(placeParts([{ ink: 'main', share: -1 }], 'ltr'), [])
  assert.deepEqual(placeParts([], 'ltr'), [])
})

test('bar plot: names, numbers and the mark of the previous period follow the direction, and are escaped', () => {
  const draw = (direction: 'ltr' | 'rtl'): string =>
    renderHtml(
      BarPlot({
        ...{ id: 'one', title: 'T', finding: 'F', direction, numbers: { label: 'N', columns: ['A'], rows: [['<b>']] } },
        bars: [{ label: '<i>label</i>', value: '1 & 2', parts, before: 0.2 }],
      }) as Parameters<typeof renderHtml>[0],
    )
  assert.match(draw('ltr'), /class="plot-name" x="0"/)
  assert.match(draw('rtl'), /class="plot-name" x="100%"/)
  assert.match(draw('ltr'), /class="plot-mark" x1="20%"/)
  assert.match(draw('rtl'), /class="plot-mark" x1="80%"/)
  assert.doesNotMatch(draw('ltr'), /<i>|<b>|1 & 2/)
})
