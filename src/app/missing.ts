import type { Log } from '../adapters/log.ts'
import type { Config } from './config.ts'

type Missing = 'card processor' | 'message gateway'

/** What a service in production has not been given and live payments need. A sandbox needs neither. */
export function listMissing({
  mode,
  stripe,
  messages,
}: Pick<Config, 'mode' | 'stripe' | 'messages'>): readonly Missing[] {
  if (mode === 'sandbox') return []
  const missing: Missing[] = []
  if (stripe === undefined) missing.push('card processor')
  if (messages === undefined) missing.push('message gateway')
  return missing
}

const consequences: Record<Missing, string> = {
  'card processor': 'no card processor is connected: set CARD_PROCESSOR, or live payments cannot be paid',
  'message gateway':
    'no message gateway is connected: set MESSAGE_URL, or customers of live payments get no codes and links',
}

/** Warns the operator, a line for each. */
export function warnOfMissing(config: Config, log: Log): void {
  for (const missing of listMissing(config)) log.warn({ missing }, consequences[missing])
}
