/** Columns that a start list may have. */
export const fields = [
  'number',
  'surname',
  'secondSurname',
  'firstName',
  'fullName',
  'surnameLatin',
  'firstNameLatin',
  'distance',
  'finishClock',
  'gunTime',
  'netTime',
  'finish',
  'finishDate',
  'start',
] as const
export type Field = (typeof fields)[number]

/** Splits a list of names, which are words of letters and digits without spaces. */
const splitNames = (names: string) => names.trim().split(/\s+/)

/** Returns each word joined with each word for “number”, in one order or the other. */
const combineWithNumber = (words: string, numbers = 'no nr num number numer nummer numero n') =>
  splitNames(words).flatMap((word) => splitNames(numbers).flatMap((number) => [word + number, number + word]))

/**
 * Lists headers by their letters and digits in lower case, as `foldHeader` returns them. A field has tiers: a header of an earlier
 * tier wins in any column, so that `№` is the bib only when no other column is called so.
 */
export const headerNames: Readonly<Record<Field, readonly (readonly string[])[]>> = {
  number: [
    splitNames(`bib bibs pinny rennnummer rennnr brustnummer brustnr plaque plaqueno numerodeplaque pechera pecherano стартовый номернагруди teilnehmernummer teilnehmernr teilnehmerno laufernummer laufernr dos doss nodos nodoss αριθμος αριθμοςσυμμετοχης номир нөмір bibcode bibid racebib startbib runnerbib athletebib dorsal dorsales dossard dossards pettorale pettorali
      startnummer startnumber startno startnr stnr stno startnumer numerstartowy nrstartowy startovnicislo stcislo rajtszam
      startovecislo startonumeris startanumurs starturnumurs rinnanumber stardinumber kilpailunumero startnumme peto
      numerodepeito numerodepeto startbroj startnibroj gogusno gogusnumarasi numaradeconcurs
      стартовийномер номеручасника стартавынумар стартовномер стартенномер биб бибномер номербиб dorsalno numerodorsal
      numerodedorsal dorsalnumero ndorsal nodorsal nodossard numerodedossard numerodossard ndossard nododossard dossardno
      numeropettorale npettorale`),
    combineWithNumber(
      'стартовый старт ст нагрудный нагр гоночный спортивный участника участник спортсмена бегуна атлета лыжника старта',
      'no номер ном нр н n nr',
    ),
    combineWithNumber(
      'bib race racing runner runners athlete athletes participant competitor entrant entry start chest pinny plate vest running rider swimmer skier corredor corredora atleta coureur',
    ),
    splitNames('number номер numero numer nummer cislo numeris numurs brojstartni nomer'),
    splitNames('no nr num n nro ном нр н numara broj szam'),
  ],
  surname: [
    splitNames(`surname lastname familyname lname last family surnames lastnames фамилия фам фамилии фамилияучастника apellido
      apellidos nachname familienname nomdefamille nomdenaissance nomusuel nomsdefamille zuname zunamen cognome cognom cognoms sobrenome sobrenomes apelido apelidos ultimonome nazwisko prijmeni
      priezvisko vezeteknev csaladnev sukunimi efternamn etternavn efternavn achternaam perekonnanimi perenimi uzvards pavarde
      soyadi soyad soyisim прізвище прозвішча тегі фамилиясы prezime priimek επωνυμο επιθετο numedefamilie nume surnamelastname
      lastnamesurname athletesurname runnersurname participantlastname lastnameofparticipant`),
    splitNames('primerapellido apellido1 apellidopaterno 1apellido firstsurname secondname nom'),
    // beside a column of first names, as in `Name;Vorname`
    splitNames('name names имяфамилия'),
  ],
  secondSurname: [splitNames('segundoapellido apellido2 apellidomaterno 2apellido secondsurname')],
  firstName: [
    splitNames(`firstname givenname givennames forename fname first given имя имяучастника vorname prenom prenoms nombres
      primernombre imie jmeno ονομα аты krestnijmeno keresztnev utonev etunimi fornamn fornavn voornaam eesnimi vards vardas isim adi
      імя імʼя імя імята аты ime prenume имена firstnames athletefirstname runnerfirstname participantfirstname
      christianname rufname`),
    splitNames('name nombre nome nom имяотчество meno nev navn namn naam nimi ad'),
  ],
  fullName: [
    splitNames(`fullname racer racers racername entrantname athletes runners starter teilnehmername vollstandigername vorundzuname vorundnachname nachundvorname zuundvorname athlet athletin concurrent nomcomplet участница бегунья nameofrunner nameofparticipant nameofathlete runnersname athletesname participantsname runner participant athlete competitor entrant runnername athletename participantname competitorname
      surnamename namesurname lastfirst lastnamefirstname firstlast firstnamelastname familynamegivenname
      surnamefirstname firstnamesurname givennamefamilyname lastnameandfirstname nameandsurname surnameandname
      фио фамилияимя имяфамилия фамилияимяотчество фамилияио фамилияиимя имяифамилия имяотчествофамилия участник участники
      спортсмен спортсменка спортсмены бегун атлет фиоучастника участникфио фамилияимяучастника имяучастникаполностью полноеимя
      піб прізвищеімя прізвищетаімя імяпрізвище
      nombrecompleto nombreyapellidos nombreyapellido apellidosynombre apellidoynombre apellidosnombre nombreapellidos
      apellidosynombres corredor corredora atleta participante deportista
      nomprenom nometprenom prenomnom prenometnom coureur participant cognomenome nomeecognome cognomeenome nomecognome
      nomecompleto corridore imieinazwisko nazwiskoiimie imienazwisko nazwiskoimie zawodnik jmenoaprijmeni prijmeniajmeno
      teilnehmer teilnehmerin laufer lauferin sportler namevorname vornamename vornamenachname nachnamevorname deltager lopare
      loper osalejanimi adsoyad adisoyadi sporcu nev versenyzo ονοματεπωνυμο`),
    splitNames('name имя names nombre nome nom navn namn naam nimi meno'),
  ],
  surnameLatin: [
    splitNames(`surnameen lastnameen familynameen surnameeng lastnameeng surnamelatin lastnamelatin surnamelat ensurname latinsurname
      englishsurname surnameenglish фамилияen фамилияeng фамилиялат фамилиялатиница фамилиялатиницей фамилиялатинскими
      фамилиянаанглийском фамилияанг фамилияангл фамилияпоанглийски фамилиятранслит apellidosen`),
  ],
  firstNameLatin: [
    splitNames(`nameen firstnameen givennameen nameeng firstnameeng namelatin firstnamelatin givennamelatin namelat enname latinname
      englishname nameenglish имяen имяeng имялат имялатиница имялатиницей имялатинскими имянаанглийском имяанг имяангл
      имяпоанглийски имятранслит nombreen`),
  ],
  distance: [
    splitNames(`distance дистанция дист дистанции dist distancia distanz distanza dystans distans etaisyys tavolsag tav vzdalenost
      distants distancija mesafe parkur strecke racedistance distancename distancekm названиедистанции`),
    splitNames(`race course contest event eventname evento racename coursename забег старт1 трасса маршрут bewerb wettbewerb parcours carrera prueba recorrido
      modalidad modalidade epreuve gara percorso trasa bieg zavod verseny lob lopp lauf kisa yaris`),
  ],
  finishClock: [
    splitNames(`finishedon finishedat finishclock finishclocktime timeofday finishtimeofday tod finishtod finishdatetime finishmoment
      timeoffinish finishingmoment datetimefinish финишдатаивремя датаивремяфиниша времясуток финишвремясуток моментфиниша
      астрономическоевремяфиниша финишастро времяфинишапочасам horadellegada horallegada horademeta horadefinalizacion
      tageszeit zieluhrzeit uhrzeitziel heuredarrivee oradarrivo timestamp finishtimestamp`),
  ],
  finishDate: [
    splitNames('finishdate datefinish датафиниша финишдата fechadellegada fechallegada datedarrivee'),
    splitNames('date racedate дата датазабега датастарта датагонки fecha datum data day день'),
  ],
  gunTime: [
    splitNames(`guntime gun gunfinish grosstime gross officialtime elapsed elapsedtime грязноевремя времягрязное официальноевремя
      времяотвыстрела времяотстарта времяпопистолету абсолютноевремя tiempooficial tiempobruto tiempopistola tiempodisparo
      tpsoff tpsofficiel bruttozeit brutto zeitbrutto tempsofficiel tempoufficiale czasbrutto времяbrutto gunclock`),
    splitNames(`result results resultat resultats результат итог итоговоевремя resultado resultados ergebnis endzeit zielzeit laufzeit risultato wynik
      racetime totaltime`),
  ],
  netTime: [
    splitNames(`nettime net chiptime netto nettozeit zeitnetto чистоевремя времячистое чиповоевремя времяпочипу нетто
      tiemponeto tiempochip neto tempsreel tempsnet temporeale czasnetto chipresult netresult`),
  ],
  finish: [
    splitNames(
      'finish finishtime времяфиниша финиш финишное meta llegada ziel zieleinlauf arrivee arrivo chegada arrival arrivaltime финишноевремя clocktime meta1 maali mal',
    ),
  ],
  start: [
    splitNames(
      `start startedon startedat starttime startclock старт времястарта startzeit horadesalida salida stime`,
    ),
  ],
}
