/** Of what the server's programs have said, the line that tells why they failed; undefined where none does. */
export function findReason(said: string): string | undefined {
  const line = said.split('\n').find((candidate) => /\b(FATAL|PANIC|error)\b/.test(candidate))
  return line?.trim()
}

/** What to do where a disk is full, if this is what the system or the server says of a full one. */
export function adviseRoom(reason: string): string | undefined {
  const isFull = /\bENOSPC\b|\bEDQUOT\b|No space left on device|Disk quota exceeded/.test(reason)
  return isFull ? 'make room on its disk, or set DATA_DIR to a folder on another' : undefined
}
