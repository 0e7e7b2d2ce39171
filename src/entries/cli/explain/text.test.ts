import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { clean, paintOn, wrap } from './text.ts'

test('control characters in stored text never reach the terminal', () => {
  assert.equal(clean('a\u001b[31mred\u001b[0m\r\nb\u0007'), 'a [31mred [0m b')
  assert.equal(clean('\u202egnp.\u2066x\u200fy\u2028z'), 'gnp. x y z')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(clean(text), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('lines break at spaces, and inside a word only if it is longer than a line', () => {
  assert.deepEqual(wrap('to be or not to be', 6), ['to be', 'or not', 'to be'])
  assert.deepEqual(wrap('a longerword', 4), ['a', 'long', 'erwo', 'rd'])
  assert.deepEqual(wrap('', 4), [''])
  fc.assert(
    fc.property(fc.string().map(clean), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const lines = wrap(text, width)
      assert.ok(lines.every((line) => line.length <= width))
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
    }),
  )
})

test('a terminal has colours unless NO_COLOR is set, and the text is the same', () => {
  const { getColorDepth } = WriteStream.prototype
  const painted = (env: NodeJS.ProcessEnv, isTTY = true): string => {
    const stream = Object.assign(new PassThrough(), {
      isTTY,
      getColorDepth: () => getColorDepth.call({} as WriteStream, env),
    })
    return paintOn(stream as unknown as NodeJS.WriteStream)('bad', 'declined')
  }
  const { FORCE_COLOR } = process.env
  delete process.env['FORCE_COLOR']
  try {
    const coloured = painted({ TERM: 'xterm-256color' })
    assert.notEqual(coloured, 'declined')
    assert.equal(stripVTControlCharacters(coloured), 'declined')
    for (const text of [
      painted({ TERM: 'xterm-256color', NO_COLOR: '1' }),
      painted({ TERM: 'dumb' }),
      painted({ TERM: 'xterm-256color' }, false),
    ])
      assert.equal(text, 'declined')
  } finally {
    if (FORCE_COLOR !== undefined) process.env['FORCE_COLOR'] = FORCE_COLOR
  }
})
