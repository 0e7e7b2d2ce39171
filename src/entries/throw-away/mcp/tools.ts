import type { Tool } from './tool.ts'
import { certificateTools } from './tools/certificate.ts'
import { clockTools } from './tools/clock.ts'
import { docsTools } from './tools/docs.ts'
import { faultTools } from './tools/faults.ts'
import { journalTools } from './tools/journal.ts'
import { orderTools } from './tools/orders.ts'
import { sandboxTools } from './tools/sandbox.ts'

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...[...sandboxTools, ...orderTools, ...journalTools],
  ...[...faultTools, ...clockTools, ...certificateTools, ...docsTools],
]
