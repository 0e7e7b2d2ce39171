import { openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'

// A process that only runs the embedded database of the given folder, until SIGTERM.

const log = { info: () => undefined, warn: (details: object, message: string) => console.log(message, details) }
try {
  const embedded = await openEmbedded({ dataDir: process.argv[2] ?? '', log })
  process.on('SIGTERM', () => void embedded.close())
  console.log('serving')
} catch (error) {
  console.log(String(error))
  process.exitCode = 1
}
