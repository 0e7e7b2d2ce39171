import type { Queue } from '../../platform/due/waiting.ts'
import { waitingCollections } from './store/collections.ts'
import { waitingMessages } from './store/messages.ts'

/** What waits of plans: to be collected, and to be told to customers. */
export const collectionQueues: readonly Queue[] = [
  { name: 'collections', statement: waitingCollections },
  { name: 'messages', statement: waitingMessages },
]
