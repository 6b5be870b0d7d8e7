export { refusalReasons, type RefusalReason } from './answerability'
