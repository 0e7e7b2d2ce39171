import type { Log } from '../adapters/log.ts'
import type { Config } from './config.ts'

type Missing = 'card processor' | 'message gateway'

/**
 * What a service in production has not been given and cannot work without: live payments need a card processor, for which there
 * is no setting yet (`absentCards`), and a gateway for messages. A sandbox needs neither.
 */
export function listMissing({ mode, messages }: Pick<Config, 'mode' | 'messages'>): readonly Missing[] {
  if (mode === 'sandbox') return []
  return messages === undefined ? ['card processor', 'message gateway'] : ['card processor']
}

const consequences: Record<Missing, string> = {
  'card processor': 'no card processor is connected: live payments cannot be paid',
  'message gateway':
    'no message gateway is connected: set MESSAGE_URL, or customers of live payments get no codes and links',
}

/** Warns the operator, a line for each. */
export function warnOfMissing(config: Config, log: Log): void {
  for (const missing of listMissing(config)) log.warn({ missing }, consequences[missing])
}
