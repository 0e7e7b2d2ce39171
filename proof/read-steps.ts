import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { within } from '../testkit/timeouts.ts'

/** Returns the service's steps since the last call; `path` is the socket of `count-steps.ts`. */
export async function countSteps(path: string): Promise<number> {
  const count = await within('the service tells its steps', readText(connect(path)))
  const steps = Number(count)
  if (count === '' || !Number.isSafeInteger(steps)) throw new Error(`the steps are ${count}`)
  return steps
}
