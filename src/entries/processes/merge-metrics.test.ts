import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeMetrics } from './merge-metrics.ts'

test('metrics of several processes: one header for each name', () => {
  const textOf = (process: number): string =>
    `# HELP a What # HELP is\n# TYPE a counter\na{process="${process}"} 1\na{process="${process}",b="c"} 2\n\n# HELP b Other\n# TYPE b gauge\nb{process="${process}"} 3\n`
  assert.equal(
    mergeMetrics([textOf(1), '', textOf(2)]),
    `# HELP a What # HELP is
# TYPE a counter
a{process="1"} 1
a{process="1",b="c"} 2
a{process="2"} 1
a{process="2",b="c"} 2

# HELP b Other
# TYPE b gauge
b{process="1"} 3
b{process="2"} 3
`,
  )
})
