import type { Principal } from '../base/principal.ts'
import { nullable, text } from '../db/columns.ts'
import type { Actor } from './caller.ts'

/** Who acted, and in which request, in whatever table says what was done. Kind and id are null in rows older than these columns. */
export const actorColumns = {
  actor: text,
  actor_kind: nullable(text),
  actor_id: nullable(text),
  request_id: text,
}

export function actorColumnsOf({ principal, requestId }: Actor) {
  const { kind, id, name }: Principal = principal
  return { actor: name, actor_kind: kind, actor_id: id, request_id: requestId }
}
