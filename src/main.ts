import { enableCompileCache } from 'node:module'

// Keeps what the engine made of the sources for the next start. The sources are therefore loaded only after this line.
enableCompileCache()
const { main } = await import('./serve.ts')
await main()
