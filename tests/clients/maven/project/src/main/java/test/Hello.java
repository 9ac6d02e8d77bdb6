package test;

public class Hello {}
