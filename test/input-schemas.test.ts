import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv, type ErrorObject } from 'ajv'
import { LenientCheckout, StrictCheckout } from '../src/money/checkout/schemas.ts'
import {
  ActionInput,
  ApproveInput,
  ChallengesInput,
  EvidenceInput,
  ListQuery,
  OpenInput,
} from '../src/money/disputes/schemas.ts'
import { CaptureInput, RefundInput, UpdateInput } from '../src/money/payments/schemas.ts'
import { RiskInput } from '../src/money/risk/schemas.ts'
import { isDecimal } from '../src/platform/base/money.ts'
import { Findings } from '../src/platform/http/findings.ts'
import { type Format, judgeOf } from '../src/platform/http/judge.ts'
import { WebhookInput } from '../src/platform/webhooks/schemas.ts'
import { mutate, valueFor } from '../testkit/fuzz-values.ts'
import { seeded } from '../testkit/random.ts'

const schemas: Record<string, object> = {
  StrictCheckout,
  LenientCheckout,
  CaptureInput,
  RefundInput,
  UpdateInput,
  ApproveInput,
  ChallengesInput,
  EvidenceInput,
  OpenInput,
  ActionInput,
  ListQuery,
  WebhookInput,
  RiskInput,
  Lists: { type: 'array', minItems: 1, maxItems: 3, items: { type: ['integer', 'null'], minimum: 0, maximum: 9 } },
  Maps: {
    type: 'object',
    maxProperties: 3,
    propertyNames: { maxLength: 5, format: 'text' },
    additionalProperties: { type: 'string', minLength: 1, maxLength: 12 },
  },
}

// Any schema is a valid test, as long as both validators agree on it.
const formats: Record<string, Format> = Object.fromEntries(
  ['text', 'datetime', 'date', 'url', 'return-url', 'mail'].map((name, index) => [
    name,
    { validate: (text: string) => (text.length + index) % 5 !== 0, message: 'is odd' },
  ]),
)
const ajv = new Ajv({ allErrors: true, strict: false, logger: false, formats: { uuid: true } })
for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate)
ajv.addKeyword({
  keyword: 'decimal',
  validate: (_wanted: true, value: unknown) =>
    (typeof value !== 'string' && typeof value !== 'number') || isDecimal(String(value)),
})
ajv.addKeyword({
  keyword: 'maxItemsWithin',
  validate: (bounds: Record<string, number>, value: unknown) =>
    !Array.isArray(value) ||
    Object.entries(bounds).every(
      ([name, most]) =>
        value.reduce((sum, { [name]: list }) => sum + (Array.isArray(list) ? list.length : 0), 0) <= most,
    ),
})

for (const [name, schema] of Object.entries(schemas)) {
  test(`${name} validates as JSON Schema does`, () => {
    const [judge, validate, random] = [judgeOf(schema, formats), ajv.compile(schema), seeded(7, name)]
    const verdicts = new Set<string>()
    for (let n = 0; n < 3_000; n += 1) {
      let value = valueFor(random, schema)
      for (let left = random.between(0, 3); left > 0; left -= 1) value = mutate(random, value)
      const findings = new Findings()
      judge(value, findings)
      validate(value)
      const errors = validate.errors ?? []
      const isWrongType = errors.some(({ keyword }) => keyword === 'type')
      verdicts.add(isWrongType ? 'wrong type' : errors.length > 0 ? 'wrong' : 'right')
      // A list that is too long is reported without its entries.
      if (errors.some(({ keyword }) => /^max(Items|Properties)/.test(keyword))) {
        assert.ok(findings.wrongType || findings.fields.length > 0)
        continue
      }
      const text = JSON.stringify(value)?.slice(0, 500)
      assert.equal(findings.wrongType, isWrongType, text)
      if (!isWrongType) {
        // Only here is there no difference between a number as position and as name.
        const fields = findings.fields.map(({ field }) => field.replace(/\[(\d+)\]/g, '.$1')).toSorted()
        assert.deepEqual(fields, fieldsOf(errors), text)
      }
    }
    assert.ok(verdicts.size >= 2, [...verdicts].join())
  })
}

function fieldsOf(errors: readonly ErrorObject[]): string[] {
  return [...new Set(errors.map(fieldOf))].toSorted()
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const names = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = names.map((name) => (name.length > 64 ? `.${name.slice(0, 64)}…` : `.${name}`)).join('')
  return keyword === 'required' ? `$${path}.${params['missingProperty']}` : `$${path}`
}

test('a keyword or type that no validator knows is a bug', () => {
  assert.throws(() => judgeOf({ type: 'string', pattern: 'x' }, {}), /pattern/)
  assert.throws(() => judgeOf({ type: 'text' }, {}), /type text/)
})
