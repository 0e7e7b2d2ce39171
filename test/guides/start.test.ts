import { testGuidesOf } from './test-guides.ts'

testGuidesOf('Start')
