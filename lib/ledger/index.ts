export { startStageClock, type StageClock, type StageMeasure } from './measure-stages'
