import { testGuidesOf } from './test-guides.ts'

testGuidesOf('Run it')
