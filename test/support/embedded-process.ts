import { openEmbedded } from '../../src/platform/db/embedded/open-embedded.ts'

// A service that does nothing but hold the embedded database of the folder it is given, until SIGTERM.

const log = { info: () => undefined, warn: (details: object, message: string) => console.log(message, details) }
try {
  const embedded = await openEmbedded({ dataDir: process.argv[2] ?? '', log })
  process.on('SIGTERM', () => void embedded.close())
  console.log('serving')
} catch (error) {
  console.log(String(error))
  process.exitCode = 1
}
