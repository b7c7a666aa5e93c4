/** Lists common first names, to see which word of a full name is the first name. Folded as `foldName` does. */
const nameList = `
александр алексей анатолий андрей антон аркадий арсений артем артур богдан борис вадим валентин валерий василий виктор виталий
владимир владислав вячеслав геннадий георгий герман глеб григорий даниил данил данила денис дмитрий евгений егор иван игорь илья
кирилл константин лев леонид максим марат марк матвей михаил никита николай олег павел петр роман руслан ринат рустам савелий
святослав семен сергей станислав степан тарас тимофей тимур федор филипп эдуард юрий ярослав яков дамир айдар азат ильдар
анна анастасия александра алена алина алиса алла ангелина антонина арина валентина валерия варвара василиса вера вероника виктория
галина дарья диана ева евгения екатерина елена елизавета жанна зинаида зоя инна ирина карина кира кристина ксения лариса лидия
лилия любовь людмила маргарита марина мария милана надежда наталья наталия нина оксана олеся ольга полина раиса римма светлана
снежана софия софья таисия тамара татьяна ульяна юлия яна ярослава гульнара лейла эльвира
олена ганна юлія олексій андрій сергій дмитро володимир микола михайло наталія оксана тетяна ірина катерина
mª aaron adam adrian alan albert alejandro alex alexander alexandra alexey alexei alfonso alfred alice alicia alina alvaro amanda
amelia amy ana anastasia andrea andreas andrei andrew andrey andres angel angela angelina anja ann anna anne annika anthony anton
antonio arthur artur barbara beatriz ben benjamin bernard begona bo bob boris brandon brian bruce carl carla carlos carmen carol
caroline catherine celia charles charlotte chris christian christina christine christopher claire clara claudia claus clemens
cristina daniel daniela david deborah denis dennis diana diego dmitry dmitrii dominik donald edward ekaterina elena elisabeth elisa
elizabeth emil emilia emily emma enrique eric erik eugene eva evgeny felipe felix fernando francisco frank franz frederic gabriel
george gerald gloria gonzalo grace greg gregory guillermo gustavo hans hannah harry heather hector heinz helen helena helmut henry
hugo ian ignacio igor ilya ines inga inigo irina isabel isabella ivan jack jacob jakub james jan jane janet jason javier jean jeff
jennifer jens jeremy jerzy jesus jessica jim joan joao joe johan johann john jonas jonathan jordan jorge jose joseph josef juan
judith julia julian julie jurgen justin karen karl karin kate katharina katherine kathleen katrin keith kelly ken kenneth kevin
kirill klaus klara kofi konstantin kristina kwame larry lars laura lauren leo leon leonid linda lisa louis louise luca lucas lucia luis
luisa lukas maciej magdalena manfred manuel marc marco marcos margaret maria mariana marie marina mario mark markus marta martha
martin mary mateo matteo matthew matthias max maxim michael michel michelle miguel mike mikhail monica monika nadia nancy natalia
nathan nicholas nicolas nicole nikita nikolai nina oleg olga oliver olivia oscar pablo pamela patricia patrick paul paula pavel
pedro peter petra philip philipp pierre pilar piotr rachel rafael ralf ramon raul raquel raymond rebecca renate ricardo richard
rob robert roberto robin roger roman ronald rosa ruth ryan sabine sam samantha samuel sandra sara sarah scott sean sebastian sergei
sergey sergio silvia simon sofia sonia sophia sophie stefan stefanie stephan stephanie stephen steve steven susan susana susanne
svetlana tatiana teresa thomas tim timothy tina tobias tom tomas tony ursula uwe valentina vanessa vera veronica victor victoria
vicente viktor viktoria vincent virginia vladimir walter werner william wolfgang yana yulia zoe zoya
agnieszka anna-lena ewa jean-pierre jose-maria krzysztof malgorzata marek maria-jose marie-claire pawel stanislaw tomasz zofia
bjorn jorg kathe marta soren ake asa ingrid sven nils olaf`

const firstNames: ReadonlySet<string> = new Set(nameList.trim().split(/\s+/))

/** Returns whether a word is a common first name, in any case, with or without accents. */
export function isFirstName(word: string): boolean {
  return firstNames.has(foldName(word))
}

function foldName(word: string): string {
  return word
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[łøı]/g, (letter) => ({ ł: 'l', ø: 'o', ı: 'i' })[letter] ?? letter)
    .replace(/[^йї]+/g, (rest) => rest.normalize('NFD').replace(/\p{M}/gu, ''))
}
