import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameLength, nameProblemOf, parseName } from './names.ts'

test('a name is stored without spaces around it, and with single ones in it', () => {
  assert.equal(parseName('  Sara \t\n  Haddad '), 'Sara Haddad')
  assert.equal(parseName('   '), '')
})

test('names of all scripts fit, also with joiners, up to 60 characters', () => {
  for (const name of ['Sara Haddad', 'عمر الفاسي', 'می\u200cخواهم', "O'Brien-Ünal", '李雷', 'x'.repeat(nameLength)])
    assert.equal(nameProblemOf(name), undefined, name)
  assert.equal(nameProblemOf('x'.repeat(nameLength + 1)), 'too_long')
})

test('signs that turn or hide a line, control characters, e-mails and texts without a letter are refused', () => {
  const turning = ['\u202e', '\u202a', '\u2066', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c']
  for (const sign of [...turning, '\u200b', '\ufeff', '\u00ad', '\u0007', '\u2028', '\ue000', '\ud800'])
    assert.equal(nameProblemOf(`Sara${sign}Haddad`), 'signs', JSON.stringify(sign))
  for (const name of ['admin@demo.test', '@', '123', '…', '\u{e0041}Sara'])
    assert.equal(nameProblemOf(name), 'signs', name)
})
