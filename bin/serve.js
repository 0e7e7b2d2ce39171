// Serves: in a checkout with the Node that the project brings, whatever Node started this file. It is no TypeScript: for this file alone,
// every start would load the parser.
import { inRightNode } from './right-node.js'

await inRightNode(async () => {
  const { main } = await import('../src/entries/serve.ts')
  await main()
})
