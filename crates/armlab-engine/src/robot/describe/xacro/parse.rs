//! Expressions as trees. Precedence is Python's, lowest first: `if else`, `or`, `and`, `not`,
//! comparisons, `+ -`, `* / // %`, signs, `**`, calls and indices.

use super::tokens::{Token, tokens};
use super::value::Value;

/// How deep an expression may be nested.
const DEEPEST: usize = 64;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Value(Value),
    Name(String),
    Not(Box<Expression>),
    Negative(Box<Expression>),
    Both(Box<Expression>, Box<Expression>),
    Either(Box<Expression>, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// Comparisons in a row: `a < b <= c`.
    Compare(Box<Expression>, Vec<(String, Expression)>),
    Choice {
        then: Box<Expression>,
        condition: Box<Expression>,
        otherwise: Box<Expression>,
    },
    List(Vec<Expression>),
    Dict(Vec<(Expression, Expression)>),
    Call(Box<Expression>, Vec<Expression>),
    Attribute(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Slice(Box<Expression>, Option<Box<Expression>>, Option<Box<Expression>>),
    /// `[each for name in list if condition]`
    Each {
        each: Box<Expression>,
        name: String,
        list: Box<Expression>,
        only: Option<Box<Expression>>,
    },
}

/// Reads an expression.
pub(super) fn parse(text: &str) -> Result<Expression, String> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let mut expression = parser.expression()?;
    // Without brackets, commas make a tuple.
    if parser.takes(",") {
        let mut all = vec![expression];
        while parser.at < parser.tokens.len() {
            all.push(parser.expression()?);
            if !parser.takes(",") {
                break;
            }
        }
        expression = Expression::List(all);
    }
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(token) => Err(format!("{} is not expected there", word(token))),
    }
}

fn word(token: &Token) -> String {
    match token {
        Token::Int(i) => format!("`{i}`"),
        Token::Float(x) => format!("`{x}`"),
        Token::Text(text) => format!("'{text}'"),
        Token::Name(name) => format!("`{name}`"),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

type Parsed = Result<Expression, String>;

impl Parser {
    fn sign(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) => Some(sign),
            _ => None,
        }
    }
    fn takes(&mut self, sign: &str) -> bool {
        let found = self.sign() == Some(sign);
        self.at += usize::from(found);
        found
    }
    fn takes_word(&mut self, name: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Name(n)) if n == name);
        self.at += usize::from(found);
        found
    }
    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.takes(sign) { Ok(()) } else { Err(format!("`{sign}` is missing")) }
    }

    fn expression(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deep".into());
        }
        let then = self.either()?;
        let result = if self.takes_word("if") {
            let condition = Box::new(self.either()?);
            if !self.takes_word("else") {
                return Err("`else` is missing".into());
            }
            let otherwise = Box::new(self.expression()?);
            Expression::Choice { then: Box::new(then), condition, otherwise }
        } else {
            then
        };
        self.depth -= 1;
        Ok(result)
    }

    fn either(&mut self) -> Parsed {
        let mut left = self.both()?;
        while self.takes_word("or") {
            left = Expression::Either(Box::new(left), Box::new(self.both()?));
        }
        Ok(left)
    }

    fn both(&mut self) -> Parsed {
        let mut left = self.negation()?;
        while self.takes_word("and") {
            left = Expression::Both(Box::new(left), Box::new(self.negation()?));
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed {
        let mut times = 0;
        while self.takes_word("not") {
            times += 1;
        }
        let mut inner = self.comparison()?;
        for _ in 0..times {
            inner = Expression::Not(Box::new(inner));
        }
        Ok(inner)
    }

    fn comparison(&mut self) -> Parsed {
        let first = self.sum()?;
        let mut rest = Vec::new();
        loop {
            let operator = match self.tokens.get(self.at) {
                Some(Token::Sign(s @ ("<" | "<=" | ">" | ">=" | "==" | "!="))) => s.to_string(),
                Some(Token::Name(n)) if n == "in" || n == "is" => n.clone(),
                Some(Token::Name(n)) if n == "not" => {
                    self.at += 1;
                    if !self.takes_word("in") {
                        return Err("`in` is missing behind `not`".into());
                    }
                    rest.push(("not in".to_string(), self.sum()?));
                    continue;
                }
                _ => break,
            };
            self.at += 1;
            let operator =
                if operator == "is" && self.takes_word("not") { "is not".into() } else { operator };
            rest.push((operator, self.sum()?));
        }
        if rest.is_empty() { Ok(first) } else { Ok(Expression::Compare(Box::new(first), rest)) }
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        while let Some(sign @ ("+" | "-")) = self.sign() {
            self.at += 1;
            left = Expression::Binary(sign, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.signed()?;
        while let Some(sign @ ("*" | "/" | "//" | "%")) = self.sign() {
            self.at += 1;
            left = Expression::Binary(sign, Box::new(left), Box::new(self.signed()?));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Parsed {
        let mut negative = false;
        while let Some(sign @ ("+" | "-")) = self.sign() {
            self.at += 1;
            negative ^= sign == "-";
        }
        let inner = self.power()?;
        Ok(if negative { Expression::Negative(Box::new(inner)) } else { inner })
    }

    fn power(&mut self) -> Parsed {
        let base = self.trailer()?;
        if !self.takes("**") {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it is nested too deep".into());
        }
        let exponent = self.signed()?;
        self.depth -= 1;
        Ok(Expression::Binary("**", Box::new(base), Box::new(exponent)))
    }

    fn trailer(&mut self) -> Parsed {
        let mut inner = self.atom()?;
        loop {
            if self.takes("(") {
                let arguments = self.until(")")?;
                inner = Expression::Call(Box::new(inner), arguments);
            } else if self.takes("[") {
                inner = self.index(inner)?;
            } else if self.takes(".") {
                match self.tokens.get(self.at) {
                    Some(Token::Name(name)) => {
                        inner = Expression::Attribute(Box::new(inner), name.clone());
                        self.at += 1;
                    }
                    _ => return Err("a name is missing behind `.`".into()),
                }
            } else {
                return Ok(inner);
            }
        }
    }

    fn index(&mut self, of: Expression) -> Parsed {
        let start =
            if self.sign() == Some(":") { None } else { Some(Box::new(self.expression()?)) };
        if self.takes(":") {
            let end =
                if self.sign() == Some("]") { None } else { Some(Box::new(self.expression()?)) };
            self.expect("]")?;
            return Ok(Expression::Slice(Box::new(of), start, end));
        }
        self.expect("]")?;
        match start {
            Some(index) => Ok(Expression::Index(Box::new(of), index)),
            None => Err("an index is missing".into()),
        }
    }

    /// Expressions between commas; names of arguments are passed over.
    fn until(&mut self, end: &str) -> Result<Vec<Expression>, String> {
        let mut all = Vec::new();
        while !self.takes(end) {
            if matches!(self.tokens.get(self.at), Some(Token::Name(_)))
                && self.tokens.get(self.at + 1) == Some(&Token::Sign("="))
            {
                self.at += 2;
            }
            let one = self.expression()?;
            all.push(self.each(one)?);
            if !self.takes(",") {
                self.expect(end)?;
                break;
            }
        }
        Ok(all)
    }

    /// `for name in list` behind an expression.
    fn each(&mut self, each: Expression) -> Parsed {
        if !self.takes_word("for") {
            return Ok(each);
        }
        let Some(Token::Name(name)) = self.tokens.get(self.at).cloned() else {
            return Err("a name is missing behind `for`".into());
        };
        self.at += 1;
        if !self.takes_word("in") {
            return Err("`in` is missing".into());
        }
        let list = Box::new(self.either()?);
        let only = if self.takes_word("if") { Some(Box::new(self.either()?)) } else { None };
        Ok(Expression::Each { each: Box::new(each), name, list, only })
    }

    fn atom(&mut self) -> Parsed {
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err("it ends too early".into());
        };
        self.at += 1;
        Ok(match token {
            Token::Int(i) => Expression::Value(Value::Int(i)),
            Token::Float(x) => Expression::Value(Value::Float(x)),
            Token::Text(mut text) => {
                // Strings beside each other are one.
                while let Some(Token::Text(more)) = self.tokens.get(self.at) {
                    text.push_str(more);
                    self.at += 1;
                }
                Expression::Value(Value::text(text))
            }
            Token::Name(name) => match name.as_str() {
                "True" => Expression::Value(Value::Bool(true)),
                "False" => Expression::Value(Value::Bool(false)),
                "None" => Expression::Value(Value::None),
                _ => Expression::Name(name),
            },
            Token::Sign("(") => {
                if self.takes(")") {
                    return Ok(Expression::List(Vec::new()));
                }
                let first = self.expression()?;
                let first = self.each(first)?;
                if self.takes(",") {
                    let mut all = vec![first];
                    all.extend(self.until(")")?);
                    return Ok(Expression::List(all));
                }
                self.expect(")")?;
                first
            }
            Token::Sign("[") => match &mut self.until("]")?[..] {
                [each @ Expression::Each { .. }] => each.clone(),
                all => Expression::List(all.to_vec()),
            },
            Token::Sign("{") => {
                let mut entries = Vec::new();
                while !self.takes("}") {
                    let key = self.expression()?;
                    self.expect(":")?;
                    entries.push((key, self.expression()?));
                    if !self.takes(",") {
                        self.expect("}")?;
                        break;
                    }
                }
                Expression::Dict(entries)
            }
            Token::Sign(sign) => return Err(format!("`{sign}` is not expected there")),
        })
    }
}
