import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainHost, UnusableHost } from './serving-settings.ts'

const failed = (syscall: string, code: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code })

test("an error that HOST causes names HOST, its value, the allowed values and the system's answer", () => {
  const lookups = ['ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].map((code) => failed('getaddrinfo', code))
  const listens = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].map((code) => failed('listen', code))
  for (const error of [...lookups, ...listens]) {
    const explained = explainHost(error, 'zz')
    assert.ok(explained instanceof UnusableHost)
    const allowed = 'must be an address of this machine, or a name that has one now'
    assert.equal(explained.message, `HOST=zz: ${allowed} (${error.message})`)
  }
})

test('a port that is taken or forbidden is not blamed on HOST', () => {
  for (const error of [failed('listen', 'EADDRINUSE'), failed('listen', 'EACCES'), new Error('x'), 'x']) {
    assert.equal(explainHost(error, 'zz'), error)
  }
})
