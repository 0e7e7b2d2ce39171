import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNext } from './back-office.ts'

test('after a sign-in one lands where one wanted to, below the back office', () => {
  for (const next of ['/dashboard', '/dashboard/test/payments?status=NEW&q=%D8%B3#row', '/dashboard?x=1'])
    assert.equal(parseNext('dashboard', next), next)
})

const elsewhere = [
  ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', '/dashboard@evil.example'],
  ...[
    '/dashboard/..//evil.example',
    '/dashboard/../support',
    '/dashboard/%2e%2e//evil.example',
    '/dashboards',
    '/support',
  ],
  ...[
    'javascript:alert(1)',
    ' /dashboard',
    '/\t/evil.example',
    '',
    '/dashboard/sign-in',
    '/dashboard/sign-out',
    '/dashboard/lang',
  ],
  `/dashboard/${'x'.repeat(3_000)}`,
]

for (const next of elsewhere) {
  test(`${next.slice(0, 60)} is no place to land at`, () => assert.equal(parseNext('dashboard', next), undefined))
}

test('what is no text is no place either', () => {
  for (const next of [undefined, null, ['/dashboard'], 7]) assert.equal(parseNext('dashboard', next), undefined)
})
