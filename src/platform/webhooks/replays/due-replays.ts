import type { ClaimedWork } from '../../due/due.ts'
import type { Queue } from '../../due/waiting.ts'
import { listDueReplays, runningReplays } from '../store/replays.ts'
import { advanceReplay } from './advance-replay.ts'
import { type ReplayKey, replayLimits } from './replay.ts'

/** Replays whose next step is due. */
export const dueReplays: ClaimedWork<ReplayKey> = {
  name: 'replay notifications',
  everyMs: replayLimits.stepMs,
  maxInFlight: 4,
  claimsForMs: replayLimits.stepMs,
  async listDue(app, limit) {
    return (await app.db.run(listDueReplays, { limit })).map(({ merchant_id, id }) => ({ merchantId: merchant_id, id }))
  },
  run: advanceReplay,
}

/** The queue of running replays, for the metrics. */
export const replayQueues: readonly Queue[] = [{ name: 'replays', statement: runningReplays }]
