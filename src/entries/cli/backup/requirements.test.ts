import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { formatSize, requireRoom } from './requirements.ts'

/** More than any disk has. */
const copied = 1e15

test('the room that the refusal names is enough, despite rounding', () => {
  for (const more of [0, 1, 49e6, 50e6, 99_999_999]) {
    const isEnough = ({ message }: Error): boolean =>
      Number(/, and (\d+\.\d) GB are needed$/.exec(message)?.[1] ?? assert.fail(message)) * 1e9 >= copied + more
    assert.throws(() => requireRoom(tmpdir(), copied + more, 0), isEnough, String(more))
  }
})

test('a size is rounded as requested, by default to the nearest', () => {
  const sizes = (bytes: number): string[] => [Math.floor, undefined, Math.ceil].map((round) => formatSize(bytes, round))
  assert.deepEqual(sizes(77_860_000), ['77.8 MB', '77.9 MB', '77.9 MB'])
  assert.deepEqual(sizes(77_900_000), ['77.9 MB', '77.9 MB', '77.9 MB'])
  assert.deepEqual(sizes(5_230_000_000), ['5.2 GB', '5.2 GB', '5.3 GB'])
})
