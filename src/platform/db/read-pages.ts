import { nilId } from '../base/ids.ts'

/** What rows of all merchants are sorted by. */
interface Key {
  readonly merchant_id: string
  readonly id: string
}

/**
 * Reads all rows of a list of all merchants, page after page: `list` answers those that follow on a key, in order, and none at the end.
 * The server reads the next page while one is looked at.
 */
export async function* readPages<Row extends Key>(list: (after: Key) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let next = list({ merchant_id: nilId, id: nilId })
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (last === undefined) return
    next = list(last)
    // Where it fails, who waits for it hears of it.
    next.catch(() => undefined)
    yield rows
  }
}
