import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskValue, wrongHeaderFields } from './header.ts'

const wrong = (title: string, value = 'value'): string[] => wrongHeaderFields({ title, value }).map((one) => one.field)

test('a token of up to 128 characters and a printable value of up to 1024 are accepted', () => {
  assert.deepEqual(wrong('X-Shop-Auth', 's3cret-value-123'), [])
  assert.deepEqual(wrong('a'.repeat(128), 'v'.repeat(1024)), [])
  assert.deepEqual(wrong('Authorization', 'Bearer x y z'), [])
  assert.deepEqual(wrong("!#$%&'*+-.^_`|~09"), [])
})

test('a title that is no token, is too long or breaks the delivery is refused', () => {
  const titles = [
    '',
    ' ',
    'X Auth',
    'X-Auth:',
    'X-Auth\r\nHost',
    'X-Auth\n',
    'Ключ',
    'X"A"',
    'X(A)',
    'X/A',
    'a'.repeat(129),
  ]
  const ours = [
    'Host',
    'Content-Length',
    'content-type',
    'CONNECTION',
    'Transfer-Encoding',
    'Cookie',
    'Webhook-Signature',
  ]
  for (const title of [...titles, ...ours]) assert.deepEqual(wrong(title), ['$.header.title'], title)
})

test('a value that is empty, too long, not printable or changed by HTTP is refused', () => {
  for (const value of [
    '',
    'a\r\nX-Evil: 1',
    'a\nb',
    'a\u0000b',
    'a\tb',
    'a\u007f',
    'ключ',
    ' a',
    'a ',
    'v'.repeat(1025),
  ]) {
    assert.deepEqual(wrong('X-Auth', value), ['$.header.value'], value)
  }
  assert.deepEqual(wrong('', ''), ['$.header.title', '$.header.value'])
})

test('of a value longer than eight characters only the last four are shown', () => {
  assert.equal(maskValue('s3cret-value-123'), '****-123')
  assert.equal(maskValue('123456789'), '****6789')
  assert.equal(maskValue('12345678'), '****')
  assert.equal(maskValue('1'), '****')
})
