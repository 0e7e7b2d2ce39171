import fc from 'fast-check'
import { placesOf, replacedAt } from '../../testkit/json-places.ts'

const oddDigits = ['1/2', '١٠', '½', '10%']

/** Returns `count` JSON texts of amounts that a payment of 340.00 AED must refuse; the same texts for the same seed. */
export function hostileAmounts(count: number, seed: number): string[] {
  const digits = fc.stringMatching(/^[0-9]{1,6}$/)
  const text = fc.oneof(
    digits.map((some) => `${some}e${some.length}`),
    digits.map((some) => `+${some}`),
    digits.map((some) => `-${some}.00`),
    digits.map((some) => `0x${some}`),
    digits.map((some) => `${some}.${some}0001`),
    digits.map((some) => ` ${some}`),
    digits.map((some) => `${some}\u00a0`),
    digits.map((some) => `${some},00`),
    digits.map((some) => `.${some}`),
    digits.map((some) => `${some}.`),
    digits.map((some) => `--${some}`),
    digits.map((some) => `${some}\0`),
    digits.map((some) => `$${some}`),
    digits.map((some) => some.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))),
    digits.map((some) => some.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
    fc.stringMatching(/^[1-9][0-9]{20,400}$/),
    fc.string({ unit: 'binary', maxLength: 12 }).filter((some) => !/^\d+(\.\d{1,2})?$/.test(some)),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0', '-0.00', '0', '0.000', '', 'null', 'true', ...oddDigits),
    fc.constant('9'.repeat(400)),
    fc.constant(`0.${'0'.repeat(400)}1`),
  )
  const number = fc.oneof(
    fc.bigInt(2n ** 53n, 2n ** 80n).map(String),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map(String)
      .filter((some) => !/^\d{1,3}(\.\d{1,2})?$/.test(some)),
    fc.constantFrom('-0', '-0.0', '1e400', '-1e400', '1e-400', '0.1e-9', '1.005', '-5', '0', '340.001', '1E+30'),
  )
  const other = fc
    .oneof(fc.json({ maxDepth: 2 }), fc.constantFrom('[]', '["1"]', '{}', '{"amount":"1"}', 'true', 'null'))
    .filter((some) => !/^"?\d+(\.\d{1,2})?"?$/.test(some.trim()))
  return fc.sample(
    fc.oneof(
      text.map((some) => JSON.stringify(some)),
      text.map((some) => JSON.stringify(some)),
      number,
      other,
    ),
    {
      numRuns: count,
      seed,
    },
  )
}

const wrongValues = [
  ...['null', 'true', '0', '-1', '1.5', '1e400', '""', '[]', '{}', '[[]]', '[null]', '{"a":1}'],
  ...['{"__proto__":{"x":1}}', '"\\u0000"', '"\\ud800"', '"\\udc00x"', `"${'x'.repeat(70_000)}"`, '{"toString":1}'],
  ...['{"length":-1}', '9007199254740993', '"<script>alert(1)</script>"', '"\'; drop table payments; --"', '"$1"'],
  ...['"\\u202e"', `${'['.repeat(900)}${']'.repeat(900)}`],
]

/**
 * Returns bodies as bytes: a valid body with one wrong value, with unknown members, cut, nested, or with invalid bytes.
 */
export function hostileBodies(good: object, count: number, seed: number): Buffer[] {
  const places = placesOf(good)
  const text = JSON.stringify(good)
  const mutated = fc
    .tuple(fc.constantFrom(...places), fc.constantFrom(...wrongValues))
    .map(([place, value]) => replacedAt(good, place, value))
  const broken = fc
    .tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) =>
      Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))]),
    )
  const odd = fc.constantFrom(
    `${text.slice(0, -1)},"__proto__":{"amount":"1","isAdmin":true}}`,
    `${text.slice(0, -1)},"constructor":{"prototype":{"x":1}}}`,
    `${text.slice(0, -1)},"amount":[],"amount":{},"payment":7,"order":7,"advance":[],"stores":0}`,
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    '['.repeat(100_000),
    `${text}${text}`,
    `${text.slice(0, -1)},"pad":"${'x'.repeat(1_048_576)}"}`,
    `{"items":[${'0,'.repeat(20_000)}0]}`,
  )
  const anything = fc.json({ maxDepth: 4 })
  const all = fc.oneof(
    { weight: 12, arbitrary: mutated.map((some) => Buffer.from(some)) },
    { weight: 4, arbitrary: fc.nat(text.length - 1).map((at) => Buffer.from(text.slice(0, at))) },
    { weight: 4, arbitrary: broken },
    { weight: 1, arbitrary: odd.map((some) => Buffer.from(some)) },
    { weight: 3, arbitrary: anything.map((some) => Buffer.from(some)) },
  )
  return fc.sample(all, { numRuns: count, seed })
}
