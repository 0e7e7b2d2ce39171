import { testGuidesIn } from './test-guides.ts'

testGuidesIn('php')
