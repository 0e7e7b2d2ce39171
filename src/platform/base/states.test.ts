import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineStates } from './states.ts'

test('a table allows exactly its cells', () => {
  const door = defineStates<'open' | 'shut', 'push' | 'pull'>('door', ['open'], {
    open: { push: ['shut'] },
    shut: { pull: ['open', 'shut'] },
  })
  assert.ok(door.allows('open', 'push', 'shut') && door.allows('shut', 'pull', 'shut'))
  assert.ok(!door.allows('open', 'pull', 'open') && !door.allows('open', 'push', 'open'))
})

test('an unreachable state and an unknown target are refused', () => {
  assert.throws(() => defineStates<'a' | 'b', 'go'>('lost', ['a'], { a: {}, b: {} }), /b cannot be reached/)
  const table = { a: { go: ['c'] } } as unknown as { a: { go: ['a'] } }
  assert.throws(() => defineStates<'a', 'go'>('astray', ['a'], table), /unknown state c/)
})
