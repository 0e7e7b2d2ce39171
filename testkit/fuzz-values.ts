import type { Random } from './random.ts'

type Json = Record<string, unknown>

// Values that often break programs.
const fuzzValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e-300, 2 ** 60, 12345678901234567890n.toString()],
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', 'é'.repeat(300), 'x'.repeat(70_000)],
  ...['%s%n', "'; drop table payments; --", '-0.01', '0', '0.00', '00012.5', '1e3', '1,5', '٣٤', '0x10'],
  ...['NaN', 'Infinity', '999999999.99', '1000000000', '10.505', 'AED', 'SAR', 'KWD', 'EUR', 'aed', 'en'],
  ...['2024-02-30', '2026-03-01T10:00:00+25:00', '0000-00-00', '2026-03-01T10:00:00Z', '+971500000002'],
  ...['00000000-0000-0000-0000-000000000000', 'https://shop.test/x', 'http://127.0.0.1/', 'javascript:alert(1)'],
  ...[[], [[]], {}, { a: {} }, [null], Array(300).fill('x'), Array(25).fill('00000000-0000-4000-8000-000000000000')],
  ...[{ constructor: 1, toString: 2 }, JSON.parse('{"__proto__":{"polluted":true}}')],
]

/** Returns one of the fuzz values. */
export function pickFuzzValue(random: Random): unknown {
  return random.pick(fuzzValues)
}

/** Returns a copy with one member changed, removed, duplicated or added. */
export function mutate(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.85)) {
    const at = random.between(0, value.length - 1)
    if (random.chance(0.15)) return [...value, ...value]
    if (random.chance(0.15)) return value.filter((_, index) => index !== at)
    return value.map((element, index) => (index === at ? mutate(random, element) : element))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random.chance(0.93)) {
    const names = Object.keys(value)
    if (names.length === 0 || random.chance(0.05))
      return { ...value, [textOf(pickFuzzValue(random))]: pickFuzzValue(random) }
    const name = random.pick(names)
    if (random.chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: mutate(random, (value as Json)[name]) }
  }
  return pickFuzzValue(random)
}

/** Returns a value that roughly fits the schema. */
export function valueFor(random: Random, schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > 8) return null
  const { anyOf, oneOf, allOf, enum: values, const: only, type, properties, items, required } = schema as Json
  const options = (anyOf ?? oneOf ?? allOf) as unknown[] | undefined
  if (options !== undefined && options.length > 0) return valueFor(random, random.pick(options), depth + 1)
  if (only !== undefined) return only
  if (Array.isArray(values) && values.length > 0) return random.pick(values)
  const kind = Array.isArray(type) ? random.pick(type) : type
  if (kind === 'object' || properties !== undefined) {
    const needed = (required ?? []) as string[]
    const members = Object.entries((properties ?? {}) as Json).filter(
      ([name]) => needed.includes(name) || random.chance(0.6),
    )
    return Object.fromEntries(members.map(([name, member]) => [name, valueFor(random, member, depth + 1)]))
  }
  if (kind === 'array') return Array.from({ length: random.between(0, 3) }, () => valueFor(random, items, depth + 1))
  if (kind === 'integer') return random.between(-2, 1_000)
  if (kind === 'number') return random.between(-200, 100_000) / 100
  if (kind === 'boolean') return random.chance(0.5)
  if (kind === 'null') return null
  return textFor(random, schema as Json)
}

function textFor(random: Random, { format }: Json): string {
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (format === 'date') return '1990-04-17'
  if (format === 'date-time') return '2026-03-01T10:00:00Z'
  const amounts = ['12.50', '340.00', 'AED']
  return random.pick([...amounts, 'text', 'main', 'sara@example.com', '+971500000001', 'https://shop.test/a'])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : 'unknown'
}
