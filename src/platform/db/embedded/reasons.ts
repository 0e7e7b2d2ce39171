/** Returns the line of the programs' output that has the reason of a failure; undefined without one. */
export function findReason(output: string): string | undefined {
  const line = output.split('\n').find((candidate) => /\b(FATAL|PANIC|error)\b/.test(candidate))
  return line?.trim()
}

/** Returns the advice for a full disk if the reason is one; else undefined. */
export function adviseRoom(reason: string): string | undefined {
  const isFull = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/.test(reason)
  return isFull ? 'make room on its disk, or set DATA_DIR to a folder on another' : undefined
}
