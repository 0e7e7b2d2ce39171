import module from 'node:module'

// What the engine made of the sources is kept for the next start, without their types. The sources are therefore loaded only after
// this line, and this file is no TypeScript: for it alone, every start would load the parser. Node 22.0 keeps nothing.
module.enableCompileCache?.()
const { main } = await import('../src/serve.ts')
await main()
