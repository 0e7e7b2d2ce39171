import { nilId } from '../base/ids.ts'

/** The sort key of rows of all merchants. */
interface Key {
  readonly merchant_id: string
  readonly id: string
}

/**
 * Yields all rows of a list of all merchants, page after page. `list` returns the rows after a key, in order, and
 * none at the end. It reads the next page while the caller works on one.
 */
export async function* readPages<Row extends Key>(list: (after: Key) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let next = list({ merchant_id: nilId, id: nilId })
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (last === undefined) return
    next = list(last)
    // The next iteration throws the error. Without this handler it would be unhandled meanwhile.
    next.catch(() => undefined)
    yield rows
  }
}
