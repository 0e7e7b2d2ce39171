import { findEmbedded } from './find-embedded.ts'
import { type Embedded, type EmbeddedLog, openEmbedded } from './open-embedded.ts'

/** Joins the server of a data folder where a service has it running, else opens it. Closing leaves a service its own. */
export async function joinEmbedded(dataDir: string, log: EmbeddedLog): Promise<Pick<Embedded, 'connection' | 'close'>> {
  const connection = await findEmbedded(dataDir)
  return connection === undefined ? openEmbedded({ dataDir, log }) : { connection, close: async () => undefined }
}
