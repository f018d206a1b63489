/** Common passwords in lower case, from leaked lists and from India. */
const common = new Set(
  `000000 007007 0123456 0987654321 10203040 102030 111111 1111111 11111111 111222 112233 11223344 121212 12121212 123123 123123123
  123321 1234321 12341234 123456 1234567 12345678 123456789 1234567890 12345678910 123456a 123456abc 123456aa 123abc 123qwe 1234qwer
  123654 12qwaszx 131313 147258 147258369 147852 159357 159753 1a2b3c 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 232323 333333
  444444 454545 4815162342 555555 5201314 654321 666666 696969 741852 741852963 753951 777777 7777777 789456 789456123 87654321 888888
  88888888 963852741 987654 987654321 999999 99999999 a123456 a12345678 aa123456 aaaaaa abc123 abc1234 abc12345 abcabc abcd123 abcd1234
  abcd@123 abcd@1234 abcdef abcdefg abcdefgh access action admin123 admin1234 admin@123 admin@1234 administrator airtel amazon anamika
  andrew angel angel1 angel123 anjali ankita anthony apple123 archana arsenal asd123 asdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjkl
  ashley ashish ashok ashwini august azerty babygirl badboy bailey banana baseball batman bharat bharat@123 bhagwan biteme blink182 bubbles
  buster charlie cheese chelsea chennai chocolate coffee computer cookie cricket cricket123 daniel deepak deepika default delhi123 diamond
  divya doctor dragon dreams facebook family fieldtrace flower football freedom friends fuckyou ganesh ganesha ganpati gaurav geetha
  ginger godisgreat godisgood google google123 gujarat hanuman happy123 harekrishna harish harley hello1 hello123 hello@123 hellohello
  heyram hunter hyderabad iloveu iloveyou iloveyou1 iloveyou2 india123 india@123 indian indian123 indya123 internet jaihind jaimatadi
  jaishreeram jasmine jaishriram jennifer jessica jesus1 jesus123 jordan jordan23 joshua july2000 justin karthik kavita killer krishna
  krishna123 kumar123 kumari lakshmi letmein liverpool login123 lovely loveme loveyou love123 lucky123 lucky7 maggie mahadev mahesh
  maharashtra manchester manish manisha mamapapa maverick meenakshi michael michelle minecraft mohan123 monika monkey mother mumbai
  mumbai123 mummy123 mummypapa murugan mustang naruto naveen neha123 newpassword nicole nothing number1 office123 omnamahshivaya omsairam
  p@ssw0rd p@ssword p@ssw0rd123 papa123 pass123 pass1234 pass@123 pass@1234 passw0rd passw0rd1 password password! password@ password1 password12
  password123 password1234 password@1 password@12 password@123 password@1234 patel123 pepper phoenix pokemon pooja123 prakash prasad pratik princess priya123 priyanka
  pune1234 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qqqqqq qwaszx qwe123 qweasd qweasdzxc qweqwe qwer1234 qwert123 qwerty
  qwerty1 qwerty12 qwerty123 qwerty1234 qwerty@123 qwertyu qwertyuiop radhekrishna radha123 radhasoami rahul123 rajesh rajkumar ramesh
  ranger reliance robert sachin sachin10 sai123 saibaba sairam sairam123 sales123 sales@123 samsung samsung123 sandeep sanjay santosh
  secret secret123 shadow shalini sharma123 shivam shivshakti shivani shree123 silver singh123 sneha123 soccer solar123 soniya spiderman
  starwars summer sunday sunita sunshine superman suresh sweety system tata1234 temp1234 test123 test1234 test@123 testing thomas tigger
  trustno1 user1234 vishal vijay123 vinayak waheguru welcome welcome1 welcome123 welcome@1 welcome@123 whatever whatsapp william winner
  winter wwwwww yamaha yashraj youtube zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxcvbnm123 zzzzzz`.split(
    /\s+/,
  ),
);

/** Digits, letters and rows of keys, of which passwords are parts. */
const knownSequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];

/**
 * Whether a password is among the first that are guessed: a common one, one or two repeated
 * characters, or a part of a known sequence.
 */
export function isCommonPassword(password: string): boolean {
  const typed = password.toLowerCase();
  const backwards = [...typed].reverse().join('');
  return (
    common.has(typed) ||
    /^(.{1,2})\1+$/u.test(typed) ||
    knownSequences.some((row) => row.includes(typed) || row.includes(backwards))
  );
}

/** Whether the password is the account's number, with or without country code. */
export const isOwnNumber = (password: string, phone: string): boolean => {
  const digits = password.replace(/\D/g, '');
  return digits.length >= 6 && !/[a-z]/i.test(password) && phone.endsWith(digits);
};
