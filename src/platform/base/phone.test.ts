import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskPhone, parsePhone } from './phone.ts'

test('a phone is the same number in every common form', () => {
  for (const typed of [
    '+971500000001',
    '971500000001',
    '00971500000001',
    '0500000001',
    '500000001',
    '+971 (50) 000-0001',
    '٠٥٠٠٠٠٠٠٠١',
  ]) {
    assert.equal(parsePhone(typed, 'AE'), '+971500000001', typed)
  }
  assert.equal(parsePhone('0512345678', 'SA'), '+966512345678')
  assert.equal(parsePhone('51234567', 'KW'), '+96551234567')
  assert.equal(parsePhone('+44 7700 900123', 'AE'), '+447700900123')
})

test('a trunk zero after a country code, or a zero before one, does not change the number', () => {
  const forms = {
    '+971500000001': ['+9710500000001', '9710500000001', '+971-0-500000001', '+971 (0)50 000 0001', '009710500000001'],
    '+97142000001': ['+971 04 200 0001', '042000001', '097142000001'],
    '+966512345678': ['+9660512345678', '9660512345678', '009660512345678', '0966512345678', '09660512345678'],
    '+96551234567': ['+965051234567', '965051234567', '00965051234567', '096551234567'],
    '+96891234567': ['+968091234567', '968091234567', '00968091234567', '096891234567'],
    '+97331234567': ['+973031234567', '973031234567', '00973031234567', '097331234567'],
    '+97431234567': ['+974031234567', '974031234567', '00974031234567', '097431234567'],
    '+971500000002': ['+9710500000002', '0971500000002', '00971500000002'],
  }
  for (const [phone, manners] of Object.entries(forms)) {
    for (const typed of manners) assert.equal(parsePhone(typed, 'AE'), phone, typed)
  }
  assert.equal(parsePhone('0971500000001', 'AE'), '+971500000001')
  assert.equal(parsePhone('0971500000001', 'KW'), '+971500000001')
})

test('a national number may begin like a country code', () => {
  assert.equal(parsePhone('097123456', 'AE'), '+97197123456')
  assert.equal(parsePhone('0965123456', 'SA'), '+966965123456')
  assert.equal(parsePhone('96512345', 'KW'), '+96596512345')
})

test('significant zeros of other countries stay', () => {
  assert.equal(parsePhone('+39 06 1234 5678', 'AE'), '+390612345678')
})

test('a text that cannot be a phone is refused', () => {
  for (const typed of ['', '12', 'call me', '+', '++971500000001', '+0971500000001', '+97100000000', '1'.repeat(20)])
    assert.equal(parsePhone(typed, 'AE'), undefined, typed)
})

test('a masked phone keeps its country and its last four digits only', () => {
  assert.match(maskPhone('+971501234567'), /^\+971[^\d]+4567$/)
})
