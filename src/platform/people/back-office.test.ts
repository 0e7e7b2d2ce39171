import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNext } from './back-office.ts'

test('a sign-in leads to the requested address below the back office', () => {
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
  test(`${next.slice(0, 60)} is refused as the next address`, () =>
    assert.equal(parseNext('dashboard', next), undefined))
}

test('a value that is no text is refused as the next address', () => {
  for (const next of [undefined, null, ['/dashboard'], 7]) assert.equal(parseNext('dashboard', next), undefined)
})
