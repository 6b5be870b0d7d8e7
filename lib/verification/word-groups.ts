import { analyze } from '@/lib/analysis'

/** Words that may say the same, one group a line; a word may stand in several. Likeness for ranking, never proof. */
const groups = `
begin began begun start launch commence open introduce initiate establish found create
end finish conclude close cease stop complete
make create produce build develop construct design form
buy bought acquire acquisition purchase
say said tell told state claim announce report describe mention note explain argue
show demonstrate reveal indicate suggest find found display
large big major huge great massive substantial significant
small little tiny minor slight
film movie picture feature
song single track tune recording
album record release recording lp
release publish issue launch debut premiere
series show programme program episode drama television
join sign enter recruit
win won victory beat defeat winner champion
lose lost defeat loss
kill murder die death dead fatal shot slay
marry wed wife husband couple spouse wedding marriage
born birth baby
doctor physician surgeon medical
company firm business corporation enterprise
child kid son daughter boy girl infant
car vehicle automobile
job position post role office
choose chose chosen select pick elect appoint name nominate hire designate
get receive obtain earn award gain given honor honour
country nation national state
city town municipal village
help aid assist support
use utilise utilize employ adopt apply
increase rise rose grow grew raise climb growth up
decrease reduce fall fell drop decline cut down lower
important significant crucial key vital essential critical
leave left depart resign quit retire departure exit
lead led head leader chief captain chair chairman director
play perform portray star appear act performance
player footballer athlete
write wrote written author pen writer
sing sang sung singer vocalist vocal voice
direct director directed filmmaker
match game fixture
team club side squad
song music musical
area region zone district
house home residence building
house building structure construction
old aged age
young youth
school college university academy
student pupil
teacher professor instructor
attack assault raid strike
arrest detain jail imprison prison custody sentence
law legislation act bill
rule regulation law
money fund cash financial finance
pay paid cost price fee
include contain feature comprise
near close nearby adjacent
fast quick rapid speed
change alter modify amend revise
allow permit let enable
need require demand must
want wish desire hope
stop prevent block halt
send sent deliver ship
show exhibit exhibition display
visit tour travel trip
live reside resident lives
person people individual man woman human
many numerous several various
also additional further
fight battle war combat
illness disease sickness condition disorder
cause lead result due
replace substitute succeed successor
remain stay continue still
move relocate transfer shift
think believe consider regard view
call name dub title know
plan intend propose schedule
injury injure wound hurt
return back come
meet met meeting encounter
begin opening first
final last
annual yearly year
event ceremony
attempt try effort
destroy demolish damage ruin
criticise criticize criticism critic
praise acclaim laud positive
story tale narrative account
part portion section segment
`.trim().split('\n')

let groupsByStem: ReadonlyMap<string, readonly number[]> | null = null

/** The groups that a stem stands in. */
export function groupsOf(stem: string): readonly number[] {
  groupsByStem ??= readGroups()
  return groupsByStem.get(stem) ?? []
}

function readGroups(): ReadonlyMap<string, readonly number[]> {
  const read = new Map<string, number[]>()
  for (const [group, words] of groups.entries()) {
    for (const stem of new Set(words.split(' ').map((word) => analyze(word, 'en')[0]?.lexeme ?? word))) read.set(stem, [...(read.get(stem) ?? []), group])
  }
  return read
}
