import { testGuidesOf } from './test-guides.ts'

testGuidesOf('Try everything')
