import type { Language } from '../accounts/account.values.js';

type NumberWords = {
  /** Words for 0 to 99. */
  readonly belowHundred: readonly string[];
  readonly hundred: string;
  readonly thousand: string;
  readonly lakh: string;
  readonly crore: string;
  readonly wholeRupees: (rupees: string) => string;
  readonly withPaise: (rupees: string, paise: string) => string;
};

const belowTwenty = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const tens = ['Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

const numberWords: Readonly<Record<Language, NumberWords>> = {
  'en-IN': {
    belowHundred: [
      ...belowTwenty,
      ...tens.flatMap((ten) =>
        Array.from({ length: 10 }, (_, unit) =>
          unit === 0 ? ten : `${ten}-${belowTwenty[unit]!}`,
        ),
      ),
    ],
    hundred: 'Hundred',
    thousand: 'Thousand',
    lakh: 'Lakh',
    crore: 'Crore',
    wholeRupees: (rupees) => `Rupees ${rupees} Only`,
    withPaise: (rupees, paise) => `Rupees ${rupees} and Paise ${paise} Only`,
  },
  'hi-IN': {
    belowHundred: [
      'शून्य एक दो तीन चार पाँच छह सात आठ नौ',
      'दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
      'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस',
      'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस',
      'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास',
      'पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ',
      'साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर',
      'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी',
      'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी',
      'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
    ].flatMap((row) => row.split(' ')),
    hundred: 'सौ',
    thousand: 'हज़ार',
    lakh: 'लाख',
    crore: 'करोड़',
    wholeRupees: (rupees) => `रुपये ${rupees} मात्र`,
    withPaise: (rupees, paise) => `रुपये ${rupees} और पैसे ${paise} मात्र`,
  },
};

/** Amount in lakh and crore: "Rupees Twelve Lakh Five and Paise Fifty Only". Not negative. */
export function amountInWords(paise: number, language: Language): string {
  const { belowHundred, wholeRupees, withPaise } = numberWords[language];
  const rupees = inWords(Math.floor(paise / 100), numberWords[language]);
  const paiseAlone = paise % 100;
  return paiseAlone === 0 ? wholeRupees(rupees) : withPaise(rupees, belowHundred[paiseAlone]!);
}

function inWords(
  count: number,
  { belowHundred, hundred, thousand, lakh, crore }: NumberWords,
): string {
  const units = [
    [10_000_000, crore],
    [100_000, lakh],
    [1_000, thousand],
    [100, hundred],
  ] as const;
  const spell = (value: number): string => {
    const unit = units.find(([size]) => value >= size);
    if (!unit) return belowHundred[value]!;
    const [size, name] = unit;
    const rest = value % size;
    const leading = `${spell(Math.floor(value / size))} ${name}`;
    return rest === 0 ? leading : `${leading} ${spell(rest)}`;
  };
  return spell(count);
}
