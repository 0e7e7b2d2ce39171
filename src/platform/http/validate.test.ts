import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Findings } from './findings.ts'
import { judgeOf } from './judge.ts'
import { optional, text } from './schemas.ts'
import { Type } from './type.ts'
import { InvalidValue, validatorFor } from './validate.ts'

const validate = validatorFor(
  Type.Object({ name: text(3), items: optional(Type.Array(Type.Object({ title: text() }))) }),
  'body',
)

function faultOf(value: unknown): InvalidValue {
  try {
    validate(value)
  } catch (error) {
    assert.ok(error instanceof InvalidValue)
    return error
  }
  return assert.fail('nothing was wrong')
}

test('every wrong field is reported by its path', () => {
  const fault = faultOf({ name: 'long', items: [{ title: 'fine' }, {}, { title: '\0' }] })
  assert.equal(fault.wrongType, false)
  assert.deepEqual(
    fault.fields.map(({ field, code }) => [field, code]),
    [
      ['$.name', 'invalid_value'],
      ['$.items[1].title', 'required'],
      ['$.items[2].title', 'invalid_value'],
    ],
  )
})

test('a wrong JSON type anywhere is reported separately, and so is a missing body', () => {
  for (const value of [[], 'x', { name: 7 }, { name: 'x', items: {} }, { name: 'x', items: [null] }]) {
    assert.equal(faultOf(value).wrongType, true, JSON.stringify(value))
  }
  assert.equal(faultOf(null).empty, true)
})

test('at most a hundred fields are reported', () => {
  assert.equal(faultOf({ name: 'x', items: Array.from({ length: 500 }, () => ({})) }).fields.length, 100)
})

test('a wrong type after a hundred wrong fields still decides the answer', () => {
  assert.equal(faultOf({ name: 'x', items: [...Array.from({ length: 500 }, () => ({})), 7] }).wrongType, true)
})

test('values are checked until a hundred wrong ones are found', () => {
  let checks = 0
  const validate = (): boolean => {
    checks += 1
    return false
  }
  const judge = judgeOf(
    { type: 'array', items: { type: 'string', format: 'odd' } },
    { odd: { validate, message: 'odd' } },
  )
  for (const count of [1_000, 2_000, 40_000]) {
    checks = 0
    const findings = new Findings()
    judge(Array(count).fill('x'), findings)
    assert.deepEqual([checks, findings.fields.length], [100, 100])
  }
})

test('a list that is too long is left out of the result, and nothing else is', () => {
  const judge = judgeOf(
    {
      type: 'object',
      properties: { all: { type: 'array', items: { type: 'object', properties: { some: short, note: odd } } } },
    },
    {},
  )
  const input = { all: [{ some: [1, 2] }, { some: [null, null, null], note: 'x' }], unknown: 1 }
  const findings = new Findings()
  judge(input, findings)
  assert.deepEqual(
    findings.fields.map(({ field }) => field),
    ['$.all[1].some', '$.all[1].note'],
  )
  assert.deepEqual(findings.readPart(input), { all: [{ some: [1, 2] }, { some: [], note: 'x' }], unknown: 1 })
  assert.equal(input.all[1]?.some.length, 3)
})

const short = { type: 'array', maxItems: 2, items: { type: 'integer' } }
const odd = { type: 'string', enum: ['y'] }

test('long member names of a client are cut in the report', () => {
  const judge = judgeOf({ type: 'object', additionalProperties: { type: 'string', maxLength: 1 } }, {})
  const findings = new Findings()
  judge({ [`${'x'.repeat(63)}😀${'y'.repeat(1_000)}`]: 'long', short: 'long' }, findings)
  assert.deepEqual(
    findings.fields.map(({ field }) => field),
    [`$.${'x'.repeat(63)}\ufffd…`, '$.short'],
  )
})
