import { randomUUID } from 'node:crypto'
import type { Query } from './query.ts'

/** Inserts a replay of a webhook: a stopped one, or one whose next step is due in an hour. Returns its id. */
export async function addReplay(query: Query, webhookId: string, isOpen = false): Promise<string> {
  const id = randomUUID()
  const ends = isOpen ? `'running', null, now() + interval '1 hour'` : `'stopped', now(), null`
  await query(
    `insert into webhook_replays (merchant_id, id, webhook_id, is_test, from_at, to_at, only_missing, total, is_more,
       delivered, failed, read_id, end_id, started_at, state, ended_at, due_at)
     select merchant_id, '${id}', id, is_test, now() - interval '1 day', now(), true, 10000, true, 312, 4, id, id,
       now() - interval '3 minutes', ${ends}
     from webhooks where id = '${webhookId}'`,
  )
  return id
}
