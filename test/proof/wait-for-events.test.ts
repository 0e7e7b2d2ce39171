import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeliveryLog } from '../../proof/delivery-log.ts'
import { waitForEvents } from '../../proof/wait-for-events.ts'

const context = { progress: () => undefined }

test('an event that is stored just after the queue was empty is awaited', async () => {
  const log = new DeliveryLog()
  const arrive = (event: string): void => log.note({ headers: { 'webhook-id': event }, text: event, body: { id: 'p' } })
  const written = ['first']
  const waiting = new Set<string>()
  arrive('first')
  let queries = 0
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    if (!sql.includes('count(*)')) return written.map((id) => ({ id }))
    queries += 1
    const deliveries = waiting.size
    if (queries === 1) {
      written.push('second')
      waiting.add('second')
    }
    if (queries === 3 && waiting.delete('second')) arrive('second')
    return [{ deliveries }]
  }
  const events = await waitForEvents(context, { query }, log)
  assert.deepEqual([...events], ['first', 'second'])
  assert.deepEqual(log.checkEvents(events), [])
})

test('an event that was given up is not awaited, and is reported', async () => {
  const log = new DeliveryLog()
  const query = async (sql: string): Promise<Record<string, unknown>[]> =>
    sql.includes('count(*)') ? [{ deliveries: 0 }] : [{ id: 'lost' }]
  const events = await waitForEvents(context, { query }, log)
  assert.deepEqual(log.checkEvents(events), ['event lost is written and did not arrive'])
})
