import assert from 'node:assert/strict'

/** The mark for omitted parts: any value, any members, the rest of a list or of a line. */
const any = '…'

/** Asserts that the output equals the guide's text, except for omitted parts. */
export function assertAnswered(printed: string, shown: string, form: 'json' | 'text'): void {
  const fits = form === 'json' ? fitsJson(parse(printed), parse(shown)) : fitsLines(linesOf(printed), linesOf(shown))
  // The message has both texts in full, so that the guide's author can copy the new one.
  assert.ok(fits, `the guide shows\n${shown}\nand what was printed is\n${printed}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return assert.fail(`this is no JSON (${(error as Error).message}):\n${text}`)
  }
}

/** Whether every shown value exists; an object may have more members, a list as many entries as shown. */
export function fitsJson(value: unknown, shown: unknown): boolean {
  if (shown === any) return true
  if (typeof shown === 'string') return typeof value === 'string' && fitsLine(value, shown)
  if (Array.isArray(shown)) return Array.isArray(value) && fitsList(value, shown)
  if (typeof shown !== 'object' || shown === null) return value === shown
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(shown).every(
    ([name, member]) =>
      name === any || (Object.hasOwn(value, name) && fitsJson((value as Record<string, unknown>)[name], member)),
  )
}

function fitsList(values: readonly unknown[], shown: readonly unknown[]): boolean {
  const isOpen = shown.at(-1) === any
  const expected = isOpen ? shown.slice(0, -1) : shown
  const isLong = isOpen ? values.length >= expected.length : values.length === expected.length
  return isLong && expected.every((one, index) => fitsJson(values[index], one))
}

function linesOf(text: string): string[] {
  return text.replaceAll(/^\n+|\s+$/g, '').split('\n')
}

/** Whether the lines are equal; a line with only `…` stands for any number of lines. */
export function fitsLines(lines: readonly string[], shown: readonly string[]): boolean {
  const [first, ...others] = shown
  if (first === undefined) return lines.length === 0
  if (first.trim() === any)
    return Array.from({ length: lines.length + 1 }).some((_, at) => fitsLines(lines.slice(at), others))
  const [line, ...rest] = lines
  return line !== undefined && fitsLine(line.trimEnd(), first.trimEnd()) && fitsLines(rest, others)
}

function fitsLine(line: string, shown: string): boolean {
  const pattern = shown.split(any).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('[^\\n]*')}$`).test(line)
}
